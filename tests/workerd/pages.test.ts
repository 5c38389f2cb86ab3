import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ItemDetail, Photo } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import { tabById } from "#domain/items/marketplace-tabs";
import type { EmbeddedReplies } from "#domain/site/embedded-replies";
import { app } from "../../worker/app.ts";
import type { AppEnv } from "../../worker/env.ts";
import { marketPage } from "../../worker/features/site/pages/content.ts";
import { PAGE_MODULES, SIGNED_IN_MODULES } from "../../worker/features/site/pages/shell.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { png, uploadForm } from "../support/workerd/images.ts";
import { createItem } from "../support/workerd/listings.ts";
import { siteFiles } from "../support/workerd/site-files.ts";
import { runSql } from "../support/workerd/sql.ts";

/** Whether a page shows this. Digits of a time or an id are not the price or postcode that they happen to contain. */
const showsSecret = (html: string, secret: string) =>
  /^\d+$/.test(secret) ? new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(html) : html.includes(secret);

const MANIFEST = {
  "index.html": { file: "assets/index-1.js", isEntry: true, imports: ["_react.js"] },
  "_react.js": { file: "assets/react-1.js" },
  "_card.js": { file: "assets/card-1.js", imports: ["_react.js", "index.html"] },
  [PAGE_MODULES.marketplace ?? ""]: { file: "assets/market-1.js", imports: ["index.html", "_card.js"] },
  [PAGE_MODULES.itemdetail ?? ""]: { file: "assets/item-1.js", imports: ["_react.js"] },
  [PAGE_MODULES.additem ?? ""]: { file: "assets/form-1.js", imports: ["_card.js"] },
  [SIGNED_IN_MODULES[0] ?? ""]: { file: "assets/inner-1.js", imports: ["_react.js"], css: ["assets/all-1.css"] },
};

const ASSETS = siteFiles(MANIFEST);

interface Page {
  status: number;
  headers: Headers;
  html: string;
  title: string;
  /** Meta tags by `name` or `property`. */
  meta: Record<string, string>;
  links: { rel: string | null; href: string | null; as: string | null; imagesrcset: string | null }[];
  scripts: { type: string | null; id: string | null; text: string }[];
  tags: string[];
  /** The `src` of every picture. */
  sources: (string | null)[];
  /** Attributes that would run script, as "element onload". */
  handlers: string[];
}

/** Requests a page and parses it with the runtime's own HTML parser. */
async function open(path: string, headers: Record<string, string> = {}, bindings: Partial<AppEnv> = {}): Promise<Page> {
  const ctx = createExecutionContext();
  const reply = await app.fetch(new Request(`${ORIGIN}${path}`, { headers }), { ...env, ASSETS, ...bindings }, ctx);
  const html = await reply.text();
  await waitOnExecutionContext(ctx);
  const page: Page = {
    status: reply.status,
    headers: reply.headers,
    html,
    title: "",
    meta: {},
    links: [],
    scripts: [],
    tags: [],
    sources: [],
    handlers: [],
  };
  await new HTMLRewriter()
    .on("*", {
      element: (element) => {
        page.tags.push(element.tagName);
        if (element.tagName === "img") page.sources.push(element.getAttribute("src"));
        for (const [name] of element.attributes) {
          if (name?.startsWith("on")) page.handlers.push(`${element.tagName} ${name}`);
        }
      },
    })
    .on("title", {
      text: ({ text }) => {
        page.title += text;
      },
    })
    .on("meta", {
      element: (element) => {
        const name = element.getAttribute("name") ?? element.getAttribute("property");
        if (name) page.meta[name] = element.getAttribute("content") ?? "";
      },
    })
    .on("link", {
      element: (e) =>
        void page.links.push({
          rel: e.getAttribute("rel"),
          href: e.getAttribute("href"),
          as: e.getAttribute("as"),
          imagesrcset: e.getAttribute("imagesrcset"),
        }),
    })
    .on("script", {
      element: (e) => void page.scripts.push({ type: e.getAttribute("type"), id: e.getAttribute("id"), text: "" }),
      text: ({ text }) => {
        const last = page.scripts.at(-1);
        if (last) last.text += text;
      },
    })
    .transform(new Response(html))
    .text();
  return page;
}

const bootOf = (page: Page) =>
  JSON.parse(page.scripts.find((script) => script.id === "boot")?.text ?? "null") as EmbeddedReplies | null;
const jsonLdOf = (page: Page) =>
  page.scripts
    .filter((script) => script.type === "application/ld+json")
    .map((script) => JSON.parse(script.text) as Record<string, unknown>);
const canonicalOf = (page: Page) => page.links.find((link) => link.rel === "canonical")?.href ?? null;

/** What a page without other replies contains. */
const NO_PLACE = { "/api/places/near": { near: null } };
/** What every page embeds. */
const FRAME_REPLIES = ["/api/auth/session", "/api/places/near"];
const EXPIRED = { "has-session": true, ...NO_PLACE };

/** Removes the server time, which differs between two replies. */
const timeless = (value: unknown) => ({ ...(value as object), server_now: 0 });

let seller: TestAccount;
let buyer: TestAccount;
let photo: Photo;
let item: ItemDetail;

beforeAll(async () => {
  seller = await createAccount({ full_name: "Jane Doe", suburb: "Brunswick", city: "Melbourne", postcode: "3056" });
  buyer = await createAccount({ full_name: "Sam Buyer" });
  photo = (await (await seller.request("POST", "/api/images", uploadForm({ original: png() }))).json()) as Photo;
  item = await createItem(seller, {
    title: "Oak desk",
    description: "Solid oak,\n\ntwo drawers.",
    price: 120,
    category: "furniture",
    collection_address: "canary-address",
    negotiation_enabled: true,
    minimum_price: 91.25,
    negotiation_notes: "canary-notes",
    postcode: "3056",
    photo_ids: [photo.id],
  });
});

async function pictured(over: Parameters<typeof createItem>[1]): Promise<ItemDetail> {
  const { id } = (await (await seller.request("POST", "/api/images", uploadForm({ original: png() }))).json()) as Photo;
  return createItem(seller, { photo_ids: [id], ...over });
}

describe("the server-rendered item page", () => {
  it("describes the item for search engines and link previews", async () => {
    const page = await open(`/itemdetail/${item.id}?utm=x`);
    expect(page.status).toBe(200);
    expect(page.title).toBe("Oak desk – Goodstreet");
    expect(canonicalOf(page)).toBe(`${ORIGIN}/ItemDetail/${item.id}`);
    expect(page.meta).toMatchObject({
      description: "$120.00 · Good · Brunswick, Melbourne. Solid oak, two drawers.",
      "og:title": "Oak desk – Goodstreet",
      "og:type": "product",
      "og:url": `${ORIGIN}/ItemDetail/${item.id}`,
      "og:image": ORIGIN + photo.url,
      "og:image:alt": "Oak desk",
      "product:price:amount": "120",
      "product:price:currency": "AUD",
      "twitter:card": "summary_large_image",
    });
    expect(page.meta.robots).toBeUndefined();
    expect(page.headers.get("X-Robots-Tag")).toBeNull();
    const [product, crumbs] = jsonLdOf(page);
    expect(product).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Oak desk",
      sku: item.id,
      image: [ORIGIN + photo.url],
      itemCondition: "https://schema.org/UsedCondition",
      offers: {
        "@type": "Offer",
        price: 120,
        priceCurrency: "AUD",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/UsedCondition",
        seller: { "@type": "Person", name: "Jane D.", url: `${ORIGIN}/Store/${seller.id}` },
      },
    });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });
  });

  it("says LimitedAvailability for a held item and SoldOut for a sold one", async () => {
    const availability = async (id: string) => {
      const offer = jsonLdOf(await open(`/ItemDetail/${id}`))[0]?.offers as { availability: string } | undefined;
      return offer?.availability;
    };
    const held = await pictured({});
    await buyer.request("POST", "/api/rpc/reserve_item", { item_id: held.id, reservation_type: "cart" });
    expect(await availability(held.id)).toBe("https://schema.org/LimitedAvailability");
    const sold = await pictured({});
    await runSql`UPDATE items SET status = 'sold', sold_at = 1, rev = 9, sold_outside = 1 WHERE id = ${sold.id}`;
    expect(await availability(sold.id)).toBe("https://schema.org/SoldOut");
  });

  it.each<[string, Parameters<typeof createItem>[1], string | undefined]>([
    ["a new one", { condition: "new" }, "NewCondition"],
    ["one for parts", { condition: "for_parts" }, "DamagedCondition"],
    ["one like new", { condition: "like_new" }, "UsedCondition"],
    ["a free one, which has no price", { price: 0 }, undefined],
    ["one without a photo", { photo_ids: [] }, undefined],
  ])("tells search engines the condition of %s", async (_, over, condition) => {
    const [product] = jsonLdOf(await open(`/ItemDetail/${(await pictured(over)).id}`));
    expect(product?.itemCondition).toBe(condition && `https://schema.org/${condition}`);
  });

  it("names a business as an organisation", async () => {
    await runSql`UPDATE profiles SET account_type = 'business' WHERE id = ${seller.id}`;
    const [product] = jsonLdOf(await open(`/ItemDetail/${(await pictured({})).id}`));
    expect(product?.offers).toMatchObject({ seller: { "@type": "Organization" } });
    await runSql`UPDATE profiles SET account_type = 'individual' WHERE id = ${seller.id}`;
  });

  it("has no browser remember a script that is missing for a moment", async () => {
    const reply = await open("/assets/nope-123.js");
    expect([reply.status, reply.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  it("contains the public API reply without private fields, and preloads the photo and the script", async () => {
    const page = await open(`/ItemDetail/${item.id}`);
    const reply = await (await call("GET", `/api/items/${item.id}`)).json();
    expect(timeless(bootOf(page)?.[`/api/items/${item.id}`])).toEqual(timeless(reply));
    for (const secret of ["canary", "91.25", "9125", "3056", "Doe", seller.email, "minimum_price", "postcode"]) {
      expect(showsSecret(page.html, secret), secret).toBe(false);
    }
    expect(page.links.filter((link) => link.rel === "modulepreload").map((link) => link.href)).toEqual([
      "/assets/item-1.js",
    ]);
    expect(page.links).toContainEqual({
      rel: "preload",
      as: "image",
      href: photo.url_800,
      imagesrcset: `${photo.url_400} 400w, ${photo.url_800} 800w, ${photo.url} 1600w`,
    });
    expect(page.headers.get("Cache-Control")).toBe("no-cache");
    expect(page.headers.get("ETag")).toBeNull();
  });

  it("shows photos from their own domain, which the page names for later ones", async () => {
    const page = await open(`/ItemDetail/${item.id}`, {}, { IMAGES_ORIGIN: "https://photos.example" });
    const at = (url: string) => url.replace("/images/", "https://photos.example/photos/");
    expect(page.meta["photo-origin"]).toBe("https://photos.example");
    expect(page.links).toContainEqual({
      rel: "preload",
      as: "image",
      href: at(photo.url_800),
      imagesrcset: `${at(photo.url_400)} 400w, ${at(photo.url_800)} 800w, ${at(photo.url)} 1600w`,
    });
    // Crawlers and shared links use our own address, which stays the same.
    expect(page.meta["og:image"]).toBe(ORIGIN + photo.url);
    const key = photo.url.replace("/images/", "photos/");
    expect((await env.IMAGES.head(key))?.httpMetadata).toMatchObject({
      contentType: "image/png",
      cacheControl: "public, max-age=31536000, s-maxage=86400, immutable",
    });
  });

  it("contains the viewer's own data only in an uncached page, and no private fields for the owner (A109)", async () => {
    const held = await createItem(seller, {
      negotiation_enabled: true,
      minimum_price: 31.25,
      negotiation_notes: "canary-notes",
    });
    await buyer.request("POST", "/api/rpc/reserve_item", { item_id: held.id, reservation_type: "cart" });
    const mine = await open(`/ItemDetail/${held.id}`, buyer.headers);
    expect(mine.headers.get("Cache-Control")).toBe("private, no-store");
    expect(bootOf(mine)?.[`/api/items/${held.id}`]).toMatchObject({ reserved_by_you: true, abilities: { buy: true } });
    const own = await open(`/ItemDetail/${held.id}`, seller.headers);
    expect(own.headers.get("Cache-Control")).toBe("private, no-store");
    expect(Object.keys(bootOf(own) ?? {})).toEqual(FRAME_REPLIES);
    for (const secret of ["canary-notes", "31.25"]) expect(own.html).not.toContain(secret);
    // The access token has expired, so the server cannot identify the user and includes no data.
    const unknown = await open(`/ItemDetail/${held.id}`, { Cookie: seller.session_cookie });
    expect([unknown.headers.get("Cache-Control"), bootOf(unknown)]).toEqual(["private, no-store", EXPIRED]);
  });

  it("answers 404 for an unknown or unlisted item and 410 for a deleted one, without indexing", async () => {
    const gone = await createItem(seller, { title: "Gone canary" });
    await seller.request("DELETE", `/api/items/${gone.id}`);
    const off = await createItem(seller, { title: "Off sale canary" });
    await seller.request("PATCH", `/api/items/${off.id}`, { status: "inactive" });
    const expected: [string, number][] = [
      ["/ItemDetail/itm_00000000000000000000", 404],
      ["/ItemDetail/1%27%20OR%201=1", 404],
      ["/ItemDetail", 404],
      [`/ItemDetail/${off.id}`, 404],
      [`/ItemDetail/${gone.id}`, 410],
      ["/nope", 404],
      ["/nope/at/all", 404],
    ];
    for (const [path, status] of expected) {
      const page = await open(path);
      expect([path, page.status]).toEqual([path, status]);
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(page.meta.robots).toBe("noindex");
      expect([canonicalOf(page), Object.keys(bootOf(page) ?? {})]).toEqual([null, FRAME_REPLIES]);
      expect(page.html).not.toContain("canary");
      expect(page.html).toContain('<div id="root" data-rendered="frame"');
    }
    expect((await open(`/ItemDetail/${off.id}`, seller.headers)).status).toBe(200);
  });

  it("escapes hostile text everywhere on the page (A74)", async () => {
    const title = `</script><script>alert(1)</script>"><img src=x onerror=alert(2)>`;
    const hostile = await pictured({
      title,
      description: `<!--</title></head><body onload=alert(3)>'"&amp;\u2028]]>`,
      tags: ["</script>"],
      suburb: `"><svg onload=alert(4)>`,
      city: "Melbourne",
    });
    for (const path of [`/ItemDetail/${hostile.id}`, "/Marketplace?tab=home&q=alert"]) {
      const page = await open(path);
      expect(page.status).toBe(200);
      expect(page.tags.filter((name) => ["body", "head", "title"].includes(name)).sort()).toEqual([
        "body",
        "head",
        "title",
      ]);
      expect(page.handlers).toEqual([]);
      expect(page.sources.filter((source) => !/^\/(assets|images)\//.test(source ?? ""))).toEqual([]);
      expect(
        page.scripts.filter((script) => !["application/json", "application/ld+json"].includes(script.type ?? "")),
      ).toEqual([
        // theme-init.js and the app, as the build emits them.
        { type: null, id: null, text: "" },
        { type: "module", id: null, text: "" },
      ]);
      const carried = JSON.stringify(bootOf(page));
      expect(carried).toContain(JSON.stringify(title).slice(1, -1));
    }
    const page = await open(`/ItemDetail/${hostile.id}`);
    expect(jsonLdOf(page)[0]?.name).toBe(title);
    expect(page.meta["og:title"]).toContain("&quot;&gt;&lt;img");
    // Attributes do not contain angle brackets from user text either.
    expect(page.meta.description).toContain("&lt;!--&lt;/title&gt;");
  });
});

describe("the server-rendered marketplace page", () => {
  it("contains the same first page as the API returns for these filters", async () => {
    for (const [address, api] of [
      ["/", "limit=24&sort=date_desc"],
      ["/Marketplace", "limit=24&sort=date_desc"],
      ["/marketplace?tab=furniture&sort=price_asc", "category=furniture&limit=24&sort=price_asc"],
      [
        "/Marketplace?tab=other&min_price=50&max_price=400&condition=good",
        "categories=other,automotive&condition=good&limit=24&max_price=400&min_price=50&sort=date_desc",
      ],
      ["/Marketplace?q=oak%20desk&location=brunswick", "limit=24&location=brunswick&q=oak desk&sort=best"],
      ["/Marketplace?tab=sold", "limit=24&sort=date_desc&status=sold"],
    ] as const) {
      const page = await open(address);
      const reply = (await (await call("GET", `/api/items?${api}`)).json()) as ItemListReply;
      expect(Object.keys(bootOf(page) ?? {}), address).toEqual([
        `/api/items?${api}`,
        "/api/auth/session",
        "/api/places/near",
      ]);
      expect(timeless(bootOf(page)?.[`/api/items?${api}`]), address).toEqual(timeless(reply));
      for (const secret of ["canary", "9125", "3056", "Doe", seller.email])
        expect(showsSecret(page.html, secret), secret).toBe(false);
    }
  });

  it("keeps the demo items of an empty marketplace out of search engines (D3)", () => {
    const page = { home: true, tab: tabById(null), searching: false };
    expect(marketPage(ORIGIN, page, { key: "/api/items", reply: { items: [] } }).head.canonical).toBeNull();
    const listed = { id: "itm_1", title: "Lamp", image: null };
    expect(marketPage(ORIGIN, page, { key: "/api/items", reply: { items: [listed] } }).head.canonical).toBe("/");
  });

  it("has its own URL for each category, and keeps searches out of search engines", async () => {
    const home = await open("/");
    expect([home.title, canonicalOf(home)]).toEqual(["Goodstreet – second-hand from your street", `${ORIGIN}/`]);
    expect(jsonLdOf(home)[0]).toMatchObject({ "@type": "WebSite", potentialAction: { "@type": "SearchAction" } });
    const category = await open("/Marketplace?tab=furniture&sort=views&min_price=50");
    expect([category.title, canonicalOf(category)]).toEqual([
      "Furniture – Goodstreet",
      `${ORIGIN}/Marketplace?tab=furniture`,
    ]);
    expect(jsonLdOf(category).map((data) => data["@type"])).toEqual(["BreadcrumbList", "ItemList"]);
    const search = await open("/Marketplace?tab=furniture&q=oak");
    expect([search.status, canonicalOf(search), search.meta.robots]).toEqual([200, null, "noindex"]);
    expect(search.headers.get("X-Robots-Tag")).toBe("noindex");
    expect((await open("/SignIn")).meta.robots).toBe("noindex");
  });

  it("preloads its script and the first photo once, and no photo where the page is closed to its viewer", async () => {
    const banned = await createAccount({ is_banned: true, ban_reason: "Two missed payments." });
    const closed = await open("/Marketplace?tab=furniture", banned.headers);
    expect(closed.links.filter((link) => link.as === "image")).toEqual([]);
    const page = await open("/Marketplace?tab=furniture");
    expect(page.links.filter((link) => link.rel === "modulepreload").map((link) => link.href)).toEqual([
      "/assets/market-1.js",
      "/assets/card-1.js",
    ]);
    expect(page.links.filter((link) => link.as === "image").map((link) => link.href)).toEqual([photo.url_800]);
  });

  it("marks the viewer's own holds only in a page for that viewer", async () => {
    const held = await createItem(seller, { title: "Held xylophone" });
    await buyer.request("POST", "/api/rpc/reserve_item", { item_id: held.id, reservation_type: "cart" });
    const cardIn = (page: Page) =>
      (Object.values(bootOf(page) ?? {})[0] as ItemListReply).items.find((card) => card.id === held.id);
    const theirs = await open("/Marketplace?q=xylophone", buyer.headers);
    expect([cardIn(theirs)?.reserved_by_you, theirs.headers.get("Cache-Control")]).toEqual([true, "private, no-store"]);
    const anybody = await open("/Marketplace?q=xylophone");
    expect([cardIn(anybody)?.reserved_by_you, anybody.headers.get("Cache-Control")]).toEqual([false, "no-cache"]);
  });

  it("contains the session, or that there is one which it could not read", async () => {
    const reply = timeless(await (await call("GET", "/api/auth/session")).json());
    expect(reply).toMatchObject({ user: null, profile: null });
    for (const path of ["/Marketplace", `/ItemDetail/${item.id}`, "/Home", "/Store", "/SignIn"]) {
      const page = await open(path);
      expect([path, timeless(bootOf(page)?.["/api/auth/session"])]).toEqual([path, reply]);
      expect([path, page.headers.get("Vary")]).toEqual([path, "Cookie"]);
      const mine = await open(path, seller.headers);
      const own = timeless(await (await seller.request("GET", "/api/auth/session")).json());
      expect([path, timeless(bootOf(mine)?.["/api/auth/session"])]).toEqual([path, own]);
      expect([path, mine.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
      // The access token has expired: the browser's first call renews the session.
      const expired = await open(path, { Cookie: seller.session_cookie });
      expect([path, bootOf(expired)]).toEqual([path, expect.objectContaining({ "has-session": true })]);
      expect([path, bootOf(expired)?.["/api/auth/session"]]).toEqual([path, undefined]);
      expect([path, expired.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
    }
    expect((await open("/Marketplace")).html).toContain('href="/SignIn?returnUrl=%2FMarketplace"');
    const theirs = await open("/Marketplace", { Cookie: seller.session_cookie });
    expect(theirs.html).not.toContain('href="/SignIn');
  });

  it("contains the session of a signed-in viewer, and the viewer's drafts on the listing form", async () => {
    const page = await open("/AddItem", seller.headers);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    const asked = async (path: string) => timeless(await (await seller.request("GET", path)).json());
    for (const path of ["/api/auth/session", "/api/drafts"]) {
      expect([path, timeless(bootOf(page)?.[path])]).toEqual([path, await asked(path)]);
    }
    const hrefs = (of: Page) =>
      of.links.filter(({ rel }) => rel === "preload" || rel === "modulepreload").map(({ rel, href }) => [rel, href]);
    expect(hrefs(page)).toEqual([
      ["preload", "/assets/all-1.css"],
      ["modulepreload", "/assets/inner-1.js"],
      ["modulepreload", "/assets/form-1.js"],
      ["modulepreload", "/assets/card-1.js"],
    ]);
    const mine = await open("/MyItems", seller.headers);
    expect(Object.keys(bootOf(mine) ?? {})).toEqual(FRAME_REPLIES);
    expect(mine.html).toContain('<div id="root" data-rendered="frame" data-path="/MyItems">');
    const stranger = await open("/AddItem");
    expect(bootOf(stranger)).toBeNull();
    expect(stranger.html).toContain('<div id="root" data-rendered="frame" data-path="/AddItem">');
    expect(bootOf(await open("/AddItem", { Cookie: seller.session_cookie }))).toEqual(EXPIRED);
  });

  it("opens without data when the database does not answer", async () => {
    const DB = {
      prepare: () => {
        throw new Error("D1 is down");
      },
      batch: () => Promise.reject(new Error("D1 is down")),
    } as unknown as D1Database;
    for (const path of ["/", "/Marketplace?tab=books", `/ItemDetail/${item.id}`]) {
      const page = await open(path, {}, { DB });
      expect([path, page.status, bootOf(page)]).toEqual([path, 200, null]);
      expect(page.html).toContain('<div id="root" data-rendered="frame"');
    }
  });
});

describe("the server-rendered store page", () => {
  it("names the seller by public fields at one canonical URL, with the first listings", async () => {
    for (const path of [`/Store/${seller.id}`, `/storefront/${seller.id}`]) {
      const page = await open(path);
      expect([page.status, page.title]).toEqual([200, "Jane D. – Goodstreet"]);
      expect(canonicalOf(page)).toBe(`${ORIGIN}/Store/${seller.id}`);
      expect(page.meta).toMatchObject({
        "og:type": "profile",
        description: "Second-hand items from Jane D. in Brunswick, Melbourne.",
      });
      expect(jsonLdOf(page)[0]).toMatchObject({
        "@type": "ProfilePage",
        mainEntity: { "@type": "Person", name: "Jane D.", identifier: seller.id },
      });
      const list = await (await call("GET", `/api/items?limit=24&seller_id=${seller.id}`)).json();
      expect(timeless(bootOf(page)?.[`/api/items?limit=24&seller_id=${seller.id}`])).toEqual(timeless(list));
      for (const secret of ["canary", "Doe", seller.email, "9125"])
        expect(showsSecret(page.html, secret), secret).toBe(false);
    }
  });

  it("answers 404 for an unknown seller", async () => {
    for (const path of [
      "/Store/acc_00000000000000000000",
      "/storefront/acc_00000000000000000000",
      "/Store/x",
      "/storefront",
    ]) {
      const page = await open(path);
      expect([path, page.status, page.meta.robots]).toEqual([path, 404, "noindex"]);
    }
    expect((await open("/Store")).status).toBe(200);
  });
});

describe("the server-rendered announcement page", () => {
  it("has the announcement's title and text, and answers 404 before its publication time", async () => {
    const staff = await createAccount({ role: "admin" });
    const publish = async (published_at: number) => {
      const body = { title: "Tip shop opens", source: "We **open** <b>on</b> Saturday.", published_at };
      const made = await staff.request("POST", "/api/admin/announcements", body);
      return ((await made.json()) as { id: string }).id;
    };
    const shown = await open(`/Announcements/${await publish(Date.now() - 1_000)}`);
    expect([shown.status, shown.title]).toEqual([200, "Tip shop opens – Goodstreet"]);
    expect(shown.meta.description).toBe("We open on Saturday.");
    for (const id of [await publish(Date.now() + 60_000), "ann_00000000000000000000", "x"]) {
      expect((await open(`/Announcements/${id}`)).status).toBe(404);
    }
  });

  it("and the pages next to it are public, each under its own URL", async () => {
    for (const path of ["/Announcements", "/Donations", "/Contact", "/Privacy", "/Terms"]) {
      const page = await open(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.links.find((link) => link.rel === "canonical")?.href).toBe(`${ORIGIN}${path}`);
    }
  });
});

describe("robots.txt and sitemaps", () => {
  it("list every page that search engines may index, and no other", async () => {
    const removed = await createItem(seller);
    await seller.request("DELETE", `/api/items/${removed.id}`);
    const robots = await (await call("GET", "/robots.txt")).text();
    expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const index = await call("GET", "/sitemap.xml");
    expect(index.headers.get("Content-Type")).toContain("application/xml");
    const files = [...(await index.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? "");
    expect(files).toEqual(["pages", "items-0", "sellers-0", "sales"].map((name) => `${ORIGIN}/sitemaps/${name}.xml`));
    const read = async (url: string) => {
      const reply = await call("GET", url.slice(ORIGIN.length));
      expect(reply.status).toBe(200);
      return reply.text();
    };
    const [pages, items, sellers] = await Promise.all(files.map(read));
    expect(pages).toContain(`<loc>${ORIGIN}/Marketplace?tab=books</loc>`);
    expect(pages).toContain(`<loc>${ORIGIN}/Privacy</loc>`);
    expect(items).toContain(`<loc>${ORIGIN}/ItemDetail/${item.id}</loc><lastmod>20`);
    expect(items).not.toContain(removed.id);
    expect(sellers).toContain(`<loc>${ORIGIN}/Store/${seller.id}</loc>`);
    expect(sellers).not.toContain(buyer.id);
    expect(await read(`${ORIGIN}/sitemaps/items-7.xml`)).not.toContain("<url>");
    for (const name of ["items-x.xml", "items-123456.xml", "else.xml"]) {
      expect((await call("GET", `/sitemaps/${name}`)).status).toBe(404);
    }
  });

  it("send the security headers with every page, file and reply (A74)", async () => {
    for (const path of ["/", "/nope", `/ItemDetail/${item.id}`]) {
      const { headers } = await open(path);
      expect(headers.get("Content-Security-Policy")).toBe(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
          "font-src 'self'; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; " +
          "frame-ancestors 'none'; form-action 'self'",
      );
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Strict-Transport-Security")).toContain("max-age=");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    }
    for (const path of ["/robots.txt", "/sitemap.xml", "/api/items", "/api/nope"]) {
      const { headers } = await call("GET", path);
      expect([headers.has("Content-Security-Policy"), headers.get("X-Content-Type-Options")]).toEqual([
        true,
        "nosniff",
      ]);
    }
  });
});
