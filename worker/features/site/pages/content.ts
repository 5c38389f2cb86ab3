/** Content of a page for search engines and browsers: status, head, and the replies embedded for the browser. */

import type { PublicProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import type { ItemDetail, Photo } from "#contract/items";
import type { HomeView } from "#contract/items/marketplace";
import type { MovingSaleView } from "#contract/selling/moving-sales";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import type { MarketTab } from "#domain/items/marketplace-tabs";
import { CARD_SIZES, GALLERY_SIZES } from "#domain/items/photo-sizes";
import type { EmbeddedReplies } from "#domain/site/embedded-replies";
import { breadcrumbs, itemList, product, profilePage, website } from "./json-ld.ts";

const SITE_TEXT = "Second-hand items, trades and giveaways, picked up in person.";

/** Text with the current site name. */
type Named<T> = (siteName: string) => T;

interface Head {
  title: Named<string>;
  description: string;
  /** Canonical path; null for a page that must not be indexed. */
  canonical: string | null;
  type: "website" | "product" | "profile";
  image: { photo: Photo; alt: string } | null;
  /** In dollars; only for items. */
  price: number | null;
  jsonLd: readonly (Record<string, unknown> | Named<Record<string, unknown>>)[];
}

export interface PageContent {
  status: 200 | 404 | 410;
  head: Head;
  boot: EmbeddedReplies;
  /** Visible first on this page, so fetched before any script runs. */
  firstPhotos: { photo: Photo; sizes: string }[];
  /**
   * Whether the Worker server-renders the whole page from its embedded replies (`web/server.tsx`); of other pages it
   * renders the frame: the top bar and a skeleton.
   */
  serverRendered: boolean;
  /** Whether the page depends on the viewer and must not be cached for others. */
  personal: boolean;
  /** Whether the page depends on the visitor's place, and must not be stored in a shared cache. */
  placed: boolean;
}

const plainHead: Head = {
  title: (siteName) => siteName,
  description: SITE_TEXT,
  canonical: null,
  type: "website",
  image: null,
  price: null,
  jsonLd: [],
};

function content(head: Partial<Head>, rest: Partial<Omit<PageContent, "head">> = {}): PageContent {
  return {
    status: 200,
    head: { ...plainHead, ...head },
    boot: {},
    firstPhotos: [],
    serverRendered: false,
    personal: false,
    placed: false,
    ...rest,
  };
}

/** Returns for example "Reid city bike – Goodstreet", like the browser's titles. */
const titled =
  (title: string): Named<string> =>
  (siteName) =>
    `${title} – ${siteName}`;

/** Returns one line of at most this many characters, cut between words. */
function excerpt(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if ([...line].length <= max) return line;
  const cut = [...line].slice(0, max - 1).join("");
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), max / 2)).trimEnd()}…`;
}

/** Returns a page for an account or a single action, not for search engines. */
export function plainPage(title: string | null = null): PageContent {
  return content({ ...(title !== null && { title: titled(title) }) });
}

/** Returns the page of an unknown address, not for search engines (D15). */
export function missingPage(status: 404 | 410): PageContent {
  return content({ title: titled("Page not found") }, { status });
}

/** Returns the photos of a grid that are visible at first. */
function cardPhotos(items: readonly { image: Photo | null }[]): PageContent["firstPhotos"] {
  return items.slice(0, 2).flatMap(({ image }) => (image ? [{ photo: image, sizes: CARD_SIZES }] : []));
}

/** The first page of a list, as embedded in the page. */
export interface EmbeddedList {
  key: string;
  reply: { items: readonly { id: string; title: string; image: Photo | null }[] };
}

/** Returns the page of the marketplace or one of its tabs, with its first listings. */
export function marketPage(
  origin: string,
  page: { home: boolean; tab: MarketTab; searching: boolean },
  list: EmbeddedList | null,
): PageContent {
  const { home, tab } = page;
  const all = tab.id === "all";
  const path = home ? "/" : all ? "/Marketplace" : `/Marketplace?tab=${tab.id}`;
  const title = all ? "Marketplace" : tab.title;
  const items = list?.reply.items ?? [];
  const named = items.map((item) => ({ name: item.title, url: `${origin}/ItemDetail/${item.id}` }));
  return content(
    {
      title: home ? (siteName) => `${siteName} – second-hand from your street` : titled(title),
      description: tab.categories.length ? `${title}: second-hand listings with free pickup. ${SITE_TEXT}` : SITE_TEXT,
      // A search has no canonical address; filters of a tab have that of the tab. A marketplace without listings shows
      // demo items, which must not be indexed (D3).
      canonical: page.searching || (all && list?.reply.items.length === 0) ? null : path,
      jsonLd: [
        ...(home ? [(siteName: string) => website(origin, siteName)] : []),
        ...(home || all
          ? []
          : [
              breadcrumbs(origin, [
                ["Marketplace", "/Marketplace"],
                [title, path],
              ]),
            ]),
        ...(named.length > 0 && !page.searching ? [itemList(named)] : []),
      ],
    },
    {
      boot: list ? { [list.key]: list.reply } : {},
      firstPhotos: cardPhotos(items),
      serverRendered: list !== null,
    },
  );
}

/**
 * Returns the page of an item.
 * @param bootUnder the request whose reply `item` is; null omits it.
 */
export function itemPage(
  origin: string,
  item: ItemDetail,
  bootUnder: string | null,
  sellerIsBusiness: boolean,
): PageContent {
  const path = `/ItemDetail/${item.id}`;
  const [first] = item.photos;
  const place = [item.suburb, item.city].filter(Boolean).join(", ") || MESSAGES.locationTba;
  const charged = item.offer_price ?? item.price;
  const price = charged === 0 ? "Free" : aud.format(charged);
  const facts = `${price} · ${CONDITION_LABELS[item.condition]} · ${place}.`;
  return content(
    {
      title: titled(item.title),
      description: excerpt(`${facts} ${item.description}`, 200),
      canonical: path,
      type: "product",
      image: first ? { photo: first, alt: item.title } : null,
      price: charged,
      jsonLd: [
        // Search engines report a product without picture or price as invalid.
        ...(first && charged > 0 ? [product(origin, path, item, sellerIsBusiness)] : []),
        breadcrumbs(origin, [
          ["Marketplace", "/Marketplace"],
          [item.title, path],
        ]),
      ],
    },
    {
      boot: bootUnder === null ? {} : { [bootUnder]: item },
      firstPhotos: first ? [{ photo: first, sizes: GALLERY_SIZES }] : [],
      serverRendered: bootUnder !== null,
    },
  );
}

const aud = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });

export function homePage(origin: string, view: HomeView, bootUnder: string): PageContent {
  return content(
    {
      title: titled(view.hero.title),
      description: excerpt(view.hero.text || SITE_TEXT, 200),
      canonical: "/Home",
      jsonLd:
        view.featured.length > 0
          ? [itemList(view.featured.map(({ id, title }) => ({ name: title, url: `${origin}/ItemDetail/${id}` })))]
          : [],
    },
    { boot: { [bootUnder]: view }, serverRendered: true },
  );
}

/**
 * Returns the page of a seller.
 * @param bootUnder the request whose reply `seller` is.
 */
export function sellerPage(
  origin: string,
  seller: PublicProfile,
  bootUnder: string,
  list: EmbeddedList | null,
): PageContent {
  const path = `/Store/${seller.id}`;
  const name = seller.store_name ?? seller.display_name;
  const place = [seller.suburb, seller.city].filter(Boolean).join(", ");
  const rated =
    seller.rating_count > 0
      ? ` Rated ${seller.average_rating} out of 5 by ${seller.rating_count} ${seller.rating_count === 1 ? "person" : "people"}.`
      : "";
  return content(
    {
      title: titled(name),
      description: `Second-hand items from ${name}${place ? ` in ${place}` : ""}.${rated}`,
      canonical: path,
      type: "profile",
      jsonLd: [profilePage(origin, path, seller)],
    },
    {
      boot: { [bootUnder]: seller, ...(list && { [list.key]: list.reply }) },
      firstPhotos: cardPhotos(list?.reply.items ?? []),
    },
  );
}

/**
 * Returns the page of a moving sale. One that is over, or has nothing left to show, is not for search engines.
 * @param bootUnder the request whose reply `sale` is.
 */
export function salePage(origin: string, sale: MovingSaleView, bootUnder: string): PageContent {
  const name = sale.seller.display_name;
  const [first] = sale.items;
  const count = `${sale.items.length} ${sale.items.length === 1 ? "item" : "items"}`;
  const named = sale.items.map((item) => ({ name: item.title, url: `${origin}/ItemDetail/${item.id}` }));
  return content(
    {
      title: titled(sale.title),
      description: excerpt(`${count} from ${name}, pickup in ${sale.place}. ${sale.description}`, 200),
      canonical: sale.live && first ? `/MovingSale/${sale.id}` : null,
      image: first?.image ? { photo: first.image, alt: first.title } : null,
      jsonLd: sale.live && first ? [itemList(named)] : [],
    },
    { boot: { [bootUnder]: sale }, firstPhotos: cardPhotos(sale.items) },
  );
}

/** Returns a public page with the default description. */
export function publicPage(title: string, path: string): PageContent {
  return content({ title: titled(title), canonical: path });
}

/**
 * Returns the page of an announcement.
 * @param text the announcement's text without markup.
 */
export function announcementPage(title: string, text: string, path: string): PageContent {
  return content({ title: titled(title), description: excerpt(text, 200), canonical: path });
}
