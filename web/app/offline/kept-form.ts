/**
 * What of the server's replies may stay on a device, how long, and in what form (decision 0073; A104). Each
 * form names its fields or takes out what must not stay, so that nothing is kept because nobody thought of it.
 */
import type { InfiniteData } from "@tanstack/react-query";
import type { SessionReply } from "#contract/auth";
import type { ConversationsReply, ConversationView, MessageView } from "#contract/conversations";
import type { ItemDetail, Photo } from "#contract/items";
import type { OrderView } from "#contract/orders";
import type { Page } from "#contract/page";
import type { OwnProfile } from "#contract/profiles";
import { DAY_MS } from "#domain/deadlines";
import type { KeptReply } from "../../lib/kept.ts";
import * as words from "./words.ts";

export type Family = "session" | "item" | "order" | "orders" | "conversation" | "conversations" | "thread";

/** How many of each stay, the latest first, and for how long. */
export const LIMITS: Record<Family, { most: number; days: number }> = {
  session: { most: 1, days: 30 },
  item: { most: 50, days: 30 },
  order: { most: 50, days: 30 },
  orders: { most: 2, days: 30 },
  conversation: { most: 20, days: 14 },
  conversations: { most: 1, days: 14 },
  thread: { most: 20, days: 14 },
};

/** A copy does not know that a deal was called off: the address goes this long after the day of collection. */
export const ADDRESS_KEPT_MS = DAY_MS;
const THREAD_MESSAGES = 50;
const ITEM_PHOTOS = 8;

/** What a query of the app is about, as far as it is kept. */
export function familyOf(key: readonly unknown[]): Family | null {
  const [area, what, id] = key;
  if (area === "session") return "session";
  if (area === "items" && what === "detail" && typeof id === "string") return "item";
  if (area === "orders" && what === "one") return "order";
  if (area === "orders" && what === "list") return "orders";
  if (area === "conversations" && what === "list") return "conversations";
  if (area === "conversations" && what === "one") return "conversation";
  if (area === "conversations" && what === "thread") return "thread";
  return null;
}

type OrderPages = InfiniteData<Page<OrderView>>;

interface ThreadLike {
  messages: readonly MessageView[];
  older: boolean;
}

/** The form in which a reply is kept; null when it is not kept at all. */
export function keptForm(key: readonly unknown[], data: unknown): unknown {
  switch (familyOf(key)) {
    case "session":
      return keptSession(data as SessionReply);
    case "item":
      return keptItem(data as ItemDetail);
    case "order":
      return keptOrder(data as OrderView);
    case "orders":
      return firstPage(data as OrderPages, keptOrder);
    case "conversations":
      return firstPage(data as InfiniteData<ConversationsReply>, (one: ConversationView) => one);
    case "conversation":
      return data;
    case "thread": {
      const { messages, older, ...rest } = data as ThreadLike;
      return { ...rest, messages: messages.slice(-THREAD_MESSAGES), older: older || messages.length > THREAD_MESSAGES };
    }
    case null:
      return null;
  }
}

/** What of it may still be shown at this time; null when it is too old. */
export function shownForm({ key, data, at }: KeptReply, now: number): unknown {
  const family = familyOf(key);
  // A clock that was set back would make things last for ever.
  if (family === null || Math.abs(now - at) > LIMITS[family].days * DAY_MS) return null;
  if (family === "order") return withoutOldAddress(data as OrderView, now);
  if (family === "orders") {
    return firstPage(data as OrderPages, (order: OrderView) => withoutOldAddress(order, now));
  }
  return data;
}

/** Those beyond the limits of their kind, or past their time. */
export function tooMuch(kept: readonly KeptReply[], now: number): KeptReply[] {
  const count = new Map<Family, number>();
  return [...kept]
    .sort((a, b) => b.at - a.at)
    .filter((reply) => {
      const family = familyOf(reply.key);
      if (family === null || shownForm(reply, now) === null) return true;
      const place = (count.get(family) ?? 0) + 1;
      count.set(family, place);
      return place > LIMITS[family].most;
    });
}

/** Who is signed in, and what the screens need of that. No phone, address, bank or wallet. */
function keptSession(reply: SessionReply): SessionReply | null {
  const { user, profile, viewing } = reply;
  // Staff who look at the site as somebody else take nothing of it along (decision 0060).
  if (user === null || profile === null || viewing) return null;
  const kept: OwnProfile = {
    ...profile,
    postcode: null,
    phone: null,
    collection_address: null,
    bank_details: null,
    crypto_wallet_addresses: {},
  };
  return { ...reply, profile: kept };
}

/** One rendition stands for all three: whichever the screen asks for is the one that is there. */
function keptPhoto(photo: Photo, index: number): Photo {
  const url = index === 0 ? photo.url_800 : photo.url_400;
  return { id: photo.id, url, url_800: url, url_400: url, width: photo.width, height: photo.height };
}

/** The public page of an item, for its owner too; as something to read and not as something that is on offer. */
function keptItem(item: ItemDetail): ItemDetail {
  return {
    id: item.id,
    title: item.title,
    price: item.price,
    previous_price: item.previous_price,
    category: item.category,
    condition: item.condition,
    // A hold is over before anybody could read of it.
    status: item.status === "reserved" ? "active" : item.status,
    reserved_until: null,
    reserved_by_you: false,
    your_order: null,
    line_length: 0,
    line_place: null,
    your_turn: false,
    line_open: false,
    image: item.image && keptPhoto(item.image, 0),
    image_url: item.image?.url_800 ?? null,
    seller: item.seller,
    suburb: item.suburb,
    city: item.city,
    negotiation_available: item.negotiation_available,
    offer_label: item.offer_label,
    distance_km: null,
    views_count: item.views_count,
    created_at: item.created_at,
    description: item.description,
    tags: item.tags,
    photos: item.photos.slice(0, ITEM_PHOTOS).map(keptPhoto),
    image_urls: [],
    location: item.location,
    collection_date: item.collection_date,
    collection_zone: item.collection_zone,
    collection_summary: item.collection_summary,
    seller_since: item.seller_since,
    cause: item.cause,
    accepted_payment_methods: item.accepted_payment_methods,
    updated_at: item.updated_at,
    version: item.version,
    abilities: { buy: false, edit: false, trade: false },
    server_now: item.server_now,
  };
}

const UNDER_WAY: readonly OrderView["status"][] = ["payment_confirmed", "collection_arranged"];

/** With its ticket (code, QR, address once the page has shown it), and without where money goes. */
function keptOrder(order: OrderView): OrderView {
  const money_back = order.money_back ? { ...order.money_back, account: null } : null;
  const kept = { ...order, bank_details: null, crypto: null, money_back };
  return UNDER_WAY.includes(order.status) ? kept : { ...withoutAddress(kept), handover: null };
}

function withoutOldAddress(order: OrderView, now: number): OrderView {
  // One that was still to come may be there by now: only the server can say.
  const waits = order.collection_address === null && (order.collection_address_at ?? now) < now;
  return waits || now > order.collection_date + ADDRESS_KEPT_MS ? withoutAddress(order) : order;
}

function withoutAddress(order: OrderView): OrderView {
  return {
    ...order,
    collection_address: null,
    collection_address_text: words.addressLater,
    collection_address_at: null,
  };
}

function firstPage<T, P extends { items: T[]; next_cursor: string | null }>(
  { pages, pageParams }: InfiniteData<P>,
  form: (one: T) => T,
): InfiniteData<P> {
  return {
    pageParams: pageParams.slice(0, 1),
    pages: pages.slice(0, 1).map((page) => ({ ...page, items: page.items.map(form), next_cursor: null })),
  };
}

/** Pictures of what is kept: these and no others stay. */
export function picturesOf(kept: readonly KeptReply[]): Set<string> {
  const urls = kept.flatMap(({ key, data }): (string | null)[] => {
    switch (familyOf(key)) {
      case "item": {
        const { photos, image_url } = data as ItemDetail;
        return [image_url, ...photos.map(({ url }) => url)];
      }
      case "order":
        return [(data as OrderView).item.image_url];
      case "orders":
        return (data as OrderPages).pages.flatMap(({ items }) => items.map(({ item }) => item.image_url));
      case "conversation":
        return [(data as ConversationView).item?.photo_url ?? null];
      default:
        return [];
    }
  });
  return new Set(urls.filter((url): url is string => url?.startsWith("/images/") ?? false));
}
