/**
 * Fills an empty local state with the demo marketplace: people, pictures, listings, a few held, sold and free ones.
 * Runs before the Worker starts, on the same state folder; a folder that already has its demo is left alone.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import type { Photo } from "#contract/items";
import { dollarsToCents } from "#domain/money";
import { reserveFor } from "#domain/negotiation";
import { photoKey, photoUrl } from "#domain/photo-keys";
import { pointOfListing } from "#domain/places";
import { hashPassword } from "../worker/adapters/password-hash.ts";
import { applyMigrations } from "../worker/db/apply-migrations.ts";
import { DEMO_LISTINGS } from "./demo/catalogue.ts";
import { communityRows } from "./demo/community.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_SELLERS, type DemoPerson } from "./demo/people.ts";
import { DEMO_ADS, DEMO_BUNDLES, DEMO_HOMEPAGE, DEMO_OFFERS } from "./demo/promotions.ts";
import { DEMO_STANDINGS, standingRows } from "./demo/standing.ts";
import { recentViews } from "./demo/views.ts";
import { demoWallets } from "./demo/wallets.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const root = resolve(import.meta.dirname, "..");
const stateDir = process.env.STATE_DIR ?? ".state";
const now = Date.now();

/** Small seeded generator: the same demo on every machine, so that a bug report can name a listing. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = seededRandom(20_261_121);
const id = (prefix: string, name: string) =>
  `${prefix}_${createHash("sha256").update(name).digest("hex").slice(0, 20)}`;

/** The Worker's own database and bucket, without its Durable Objects: those live in the Worker, which is not running yet. */
function storageConfig(): string {
  const { d1_databases, r2_buckets, compatibility_date } = unstable_readConfig({ config: join(root, "wrangler.toml") });
  const path = join(mkdtempSync(join(tmpdir(), "goodstreet-seed-")), "wrangler.json");
  writeFileSync(path, JSON.stringify({ name: "goodstreet-seed", compatibility_date, d1_databases, r2_buckets }));
  return path;
}

const proxy = await getPlatformProxy<{ DB: D1Database; IMAGES: R2Bucket }>({
  configPath: storageConfig(),
  persist: { path: resolve(root, stateDir, "v3") },
  remoteBindings: false,
});
const { DB, IMAGES } = proxy.env;

async function insert(table: string, rows: Record<string, string | number | null>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 50) {
    await DB.batch(
      rows.slice(start, start + 50).map((row) => {
        const names = Object.keys(row);
        return DB.prepare(`INSERT INTO ${table} (${names.join(",")}) VALUES (${names.map(() => "?").join(",")})`).bind(
          ...Object.values(row),
        );
      }),
    );
  }
}

type StoredPhoto = Photo & { keys: string[]; bytes: number };

const pictureFiles = (picture: string) => [`${picture}-1.webp`, `${picture}-2.webp`];

/** Stores a picture in its three sizes under content-hash keys and describes it as the API would. */
async function storePhoto(file: string): Promise<StoredPhoto> {
  const original = readFileSync(join(import.meta.dirname, "demo/pictures", file));
  const { width = 0, height = 0 } = await sharp(original).metadata();
  const sizes = [
    original,
    ...(await Promise.all([800, 400].map((side) => sharp(original).resize(side).webp({ quality: 78 }).toBuffer()))),
  ];
  const keys: string[] = [];
  for (const bytes of sizes) {
    const key = photoKey(createHash("sha256").update(bytes).digest("hex"), "image/webp");
    await IMAGES.put(key, bytes, { httpMetadata: { contentType: "image/webp" } });
    keys.push(key);
  }
  const [url = "", url_800 = "", url_400 = ""] = keys.map(photoUrl);
  return { id: id("img", file), url, url_800, url_400, width, height, keys, bytes: original.length };
}

type Person = DemoPerson & { id: string };

async function seedPeople(): Promise<{ sellers: { seller: Person }[]; person: (email: string) => Person }> {
  const hash = await hashPassword(DEMO_PASSWORD);
  const home = DEMO_SELLERS[0] as DemoPerson;
  const people = [
    ...DEMO_ACCOUNTS.map((account) => ({ ...home, ...account, since: 200 * DAY })),
    ...DEMO_SELLERS.map((seller, index) => ({
      ...seller,
      email: `${seller.name.toLowerCase().replace(/[^a-z]+/g, ".")}@demo.local`,
      role: "user",
      since: (60 + index * 23) * DAY,
    })),
    ...DEMO_STANDINGS.map(({ email, name, role }) => ({ ...home, email, name, role, since: 120 * DAY })),
  ];
  const flagsOf = new Map(DEMO_STANDINGS.map(({ email, flags }) => [email, flags(now)]));
  await insert(
    "accounts",
    people.map((p) => ({
      id: id("acc", p.email),
      email: p.email,
      email_verified: 1,
      password_hash: hash,
      created_at: now - p.since,
    })),
  );
  await insert(
    "profiles",
    people.map((p, index) => ({
      id: id("acc", p.email),
      email: p.email,
      full_name: p.name,
      role: p.role,
      account_type: p.email === "buyer@demo.local" ? "individual" : "seller",
      state_region: p.state,
      city: p.city,
      suburb: p.suburb,
      postcode: p.postcode,
      phone: `04${String(90_000_000 + index * 1_117).padStart(8, "0")}`,
      collection_address: `${p.street}, ${p.suburb} ${p.state} ${p.postcode}`,
      accepted_payment_methods: JSON.stringify(["bank_transfer", "stripe", "crypto"]),
      bank_details: JSON.stringify({
        account_name: p.name,
        bsb: "062-000",
        account_number: String(10_000_000 + index * 7_919),
      }),
      crypto_wallet_addresses: JSON.stringify(demoWallets(index)),
      created_at: now - p.since,
      updated_at: now - p.since,
      ...flagsOf.get(p.email),
    })),
  );
  const known = new Map(people.map((p) => [p.email, { ...p, id: id("acc", p.email) }]));
  const person = (email: string): Person => {
    const found = known.get(email);
    if (!found) throw new Error(`No demo account ${email}.`);
    return found;
  };
  const sellers = people.slice(DEMO_ACCOUNTS.length, DEMO_ACCOUNTS.length + DEMO_SELLERS.length);
  // Something to promote a listing with; the four named accounts start with nothing, so that adding funds can be tried.
  await insert(
    "balance_transactions",
    sellers.map((p) => ({
      id: id("blt", p.email),
      user_id: id("acc", p.email),
      amount_cents: 2_500,
      description: "Welcome credit",
      type: "adjustment",
      ref: `demo-credit:${p.email}`,
      created_at: now - p.since,
    })),
  );
  return {
    sellers: ["seller@demo.local", ...sellers.map((p) => p.email)].map((email) => ({ seller: person(email) })),
    person,
  };
}

/** Bundles, offers, ads and the words of the home page, over the listings just made. */
async function seedPromotions(
  items: Record<string, string | number | null>[],
  sellers: { seller: { id: string } }[],
  photos: Map<string, StoredPhoto>,
): Promise<void> {
  const bundles = DEMO_BUNDLES.map((bundle, index) => {
    const parts = items.filter((item) => bundle.parts.includes(String(item.title)));
    return {
      parts: parts.map((item) => ({ bundle_id: id("bdl", bundle.title), item_id: item.id ?? "" })),
      row: {
        id: id("bdl", bundle.title),
        seller_id: sellers[index]?.seller.id ?? "",
        title: bundle.title,
        description: bundle.description,
        bundle_price_cents: dollarsToCents(bundle.price) ?? 0,
        individual_total_cents: parts.reduce((sum, item) => sum + Number(item.price_cents), 0),
        collection_date: now + (3 + index) * DAY,
        collection_address: parts[0]?.collection_address ?? null,
        created_at: now - (index + 1) * 7 * HOUR,
        updated_at: now - (index + 1) * 7 * HOUR,
      },
    };
  });
  await insert(
    "bundles",
    bundles.map((bundle) => bundle.row),
  );
  await insert(
    "bundle_items",
    bundles.flatMap((bundle) => bundle.parts),
  );

  const offers = DEMO_OFFERS.map((offer, index) => {
    const sellerId = sellers[DEMO_BUNDLES.length + index]?.seller.id ?? "";
    const things = items.filter(
      (item) => item.seller_id === sellerId && item.status === "active" && Number(item.price_cents) > 0,
    );
    return {
      things: things.slice(0, 3).map((item) => ({ offer_id: id("ofr", offer.title), item_id: item.id ?? "" })),
      row: {
        id: id("ofr", offer.title),
        seller_id: sellerId,
        title: offer.title,
        description: offer.description,
        offer_type: offer.type,
        config: JSON.stringify(offer.config),
        ends_at: offer.days === undefined ? null : now + offer.days * DAY,
        created_at: now - (index + 1) * 11 * HOUR,
      },
    };
  });
  await insert(
    "special_offers",
    offers.map((offer) => offer.row),
  );
  await insert(
    "special_offer_items",
    offers.flatMap((offer) => offer.things),
  );

  await insert(
    "advertisements",
    DEMO_ADS.map((ad) => ({
      id: id("adv", ad.title),
      title: ad.title,
      description: ad.description,
      image_url: photos.get(ad.picture)?.url_800 ?? null,
      link_url: ad.link,
      placement: ad.placement,
      priority: ad.priority,
      created_at: now - 3 * DAY,
    })),
  );
  await insert(
    "homepage_content",
    DEMO_HOMEPAGE.map(({ section, content }, position) => ({
      id: `home-${position}-${section}`,
      section,
      position,
      content: JSON.stringify(content),
      updated_at: now,
    })),
  );
}

/** How a listing stands: most are simply for sale. */
function standing(index: number, untouched: boolean): "active" | "held" | "sold" | "in_payment" {
  if (untouched) return "active";
  if (index % 17 === 5) return "sold";
  if (index % 31 === 8) return "held";
  if (index % 41 === 12) return "in_payment";
  return "active";
}

/** Parts of a bundle belong together: the bundle a listing is in, by its title. */
const bundleOf = new Map(DEMO_BUNDLES.flatMap((bundle, index) => bundle.parts.map((title) => [title, index])));

async function seedListings({ sellers, person }: Awaited<ReturnType<typeof seedPeople>>): Promise<number> {
  const buyers = sellers.slice(4).map((entry) => entry.seller);
  const photos = new Map<string, StoredPhoto>();
  const files = [...new Set(DEMO_LISTINGS.flatMap((listing) => pictureFiles(listing.picture)))];
  for (let start = 0; start < files.length; start += 8) {
    const batch = files.slice(start, start + 8);
    for (const [index, photo] of (await Promise.all(batch.map(storePhoto))).entries())
      photos.set(batch[index] ?? "", photo);
  }

  const items: Record<string, string | number | null>[] = [];
  const images: Record<string, string | number | null>[] = [];
  const knowledge: Record<string, string | number | null>[] = [];
  const orders: Record<string, string | number | null>[] = [];
  const events: Record<string, string | number | null>[] = [];
  const transactions: Record<string, string | number | null>[] = [];
  const ratings: Record<string, string | number | null>[] = [];
  const views: Record<string, string | number | null>[] = [];

  for (const [index, listing] of DEMO_LISTINGS.entries()) {
    const bundle = bundleOf.get(listing.title);
    const seller = sellers[(bundle ?? index) % sellers.length]?.seller as Person;
    const buyer = buyers.filter((other) => other.id !== seller.id)[index % (buyers.length - 1)] as Person;
    const itemId = id("itm", `${index}-${listing.picture}`);
    const price = dollarsToCents(listing.price) ?? 0;
    const state = standing(index, price === 0 || bundle !== undefined);
    const createdAt = now - Math.floor(random() * 45 * DAY) - 2 * HOUR;
    const collectionDate = now + (2 + Math.floor(random() * 9)) * DAY;
    const viewed = Math.floor(random() ** 2 * 180);
    const itemPhotos = pictureFiles(listing.picture).flatMap((file) => photos.get(file) ?? []);
    const shown = index % 3 === 0 ? itemPhotos : itemPhotos.slice(0, 1);
    const address = `${seller.street}, ${seller.suburb} ${seller.state} ${seller.postcode}`;
    const point = pointOfListing(seller);
    const orderId = state === "sold" || state === "in_payment" ? id("ord", itemId) : null;
    // Two of three listings that cost something may be haggled over with Knowzee.
    const minimum =
      price >= 3_000 && bundle === undefined && index % 3 !== 1 ? Math.round((price * 0.8) / 100) * 100 : 0;

    items.push({
      id: itemId,
      seller_id: seller.id,
      title: listing.title,
      description: listing.description,
      tags: listing.tags.split(" ").join(", "),
      price_cents: price,
      previous_price_cents: listing.previous === undefined ? null : dollarsToCents(listing.previous),
      category: listing.category,
      condition: listing.condition,
      photos: JSON.stringify(shown.map(({ keys: _keys, bytes: _bytes, ...photo }) => photo)),
      suburb: seller.suburb,
      city: seller.city,
      location: `${seller.suburb}, ${seller.city} ${seller.state} ${seller.postcode}`,
      postcode: seller.postcode,
      lat: point?.lat ?? null,
      lon: point?.lon ?? null,
      collection_address: address,
      collection_date: collectionDate,
      collection_zone: seller.zone,
      negotiation_available: minimum > 0 ? 1 : 0,
      views_count: viewed,
      popular_score: Math.floor(viewed * random()),
      created_at: createdAt,
      updated_at: createdAt,
      status: state === "sold" ? "sold" : state === "in_payment" ? "pending_payment" : "active",
      rev: state === "active" ? 0 : 3,
      fence: state === "active" ? 0 : 1,
      holder_id: state === "held" ? buyer.id : null,
      hold_id: state === "held" ? id("hld", itemId) : null,
      hold_kind: state === "held" ? "buy_now" : null,
      hold_until: state === "held" ? now + 10 * 60_000 : null,
      order_id: orderId,
      sold_at: state === "sold" ? createdAt + DAY : null,
    });
    if (minimum > 0) {
      knowledge.push({
        item_id: itemId,
        negotiation_enabled: 1,
        minimum_price_cents: minimum,
        reserve_cents: reserveFor(price, minimum),
        created_at: createdAt,
        updated_at: createdAt,
      });
    }
    views.push(...recentViews({ id: itemId, index, views: viewed, createdAt }, now));
    for (const [position, photo] of shown.entries()) {
      images.push({
        id: id("img", `${itemId}-${position}`),
        owner_id: seller.id,
        item_id: itemId,
        key: photo.keys[0] ?? "",
        key_800: photo.keys[1] ?? "",
        key_400: photo.keys[2] ?? "",
        width: photo.width,
        height: photo.height,
        bytes: photo.bytes,
        created_at: createdAt,
      });
    }
    if (!orderId) continue;

    const sold = state === "sold";
    const placedAt = sold ? createdAt + DAY : now - 3 * HOUR;
    const transactionId = id("txn", itemId);
    const reference = `GS${String(10_000_000 + index * 97_531).slice(0, 8)}`;
    orders.push({
      id: orderId,
      item_id: itemId,
      buyer_id: buyer.id,
      seller_id: seller.id,
      hold_id: id("hld", itemId),
      status: sold ? "completed" : "awaiting_payment",
      payment_method: "bank_transfer",
      amount_cents: price,
      bank_reference: reference,
      bank_details: JSON.stringify({ account_name: seller.name, bsb: "062-000", account_number: "10000000" }),
      item_title: listing.title,
      item_image_url: shown[0]?.url_400 ?? null,
      payment_deadline: placedAt + 3 * DAY,
      collection_date: sold ? placedAt + 2 * DAY : collectionDate,
      collection_zone: seller.zone,
      collection_summary: `${seller.suburb}, ${seller.city}`,
      collection_address: address,
      rev: 3,
      created_at: placedAt,
      updated_at: placedAt,
      paid_at: sold ? placedAt + 5 * HOUR : null,
      completed_at: sold ? placedAt + 2 * DAY : null,
    });
    const history: [string, number][] = sold
      ? [
          ["placed", 0],
          ["evidence_submitted", HOUR],
          ["payment_confirmed", 5 * HOUR],
          ["completed", 2 * DAY],
        ]
      : [["placed", 0]];
    for (const [rev, [kind, after]] of history.entries()) {
      events.push({ order_id: orderId, rev: rev - history.length + 4, kind, actor_id: null, at: placedAt + after });
    }
    transactions.push({
      id: transactionId,
      order_id: orderId,
      item_id: itemId,
      seller_id: seller.id,
      buyer_id: buyer.id,
      payment_method: "bank_transfer",
      payment_status: sold ? "completed" : "pending",
      status: sold ? "completed" : "pending",
      amount_cents: price,
      collection_date: collectionDate,
      reference_number: reference,
      created_at: placedAt,
    });
    if (sold) {
      ratings.push({
        id: id("rat", itemId),
        transaction_id: transactionId,
        rated_user_id: seller.id,
        rated_by_user_id: buyer.id,
        rating: random() < 0.75 ? 5 : 4,
        comment: "Easy pick-up, exactly as described.",
        role: "buyer_rating_seller",
        created_at: placedAt + 2 * DAY,
      });
    }
  }
  await insert("items", items);
  await insert("item_knowledge", knowledge);
  await insert("images", images);
  await insert("orders", orders);
  await insert("order_events", events);
  await insert("transactions", transactions);
  await insert("ratings", ratings);
  const standings = standingRows({
    now,
    id,
    person,
    // By their number in DEMO_SELLERS.
    sellers: sellers.slice(1).map((entry) => entry.seller),
    photosOf: (picture) =>
      pictureFiles(picture).flatMap((file) => {
        const { keys: _keys, bytes: _bytes, ...photo } = photos.get(file) ?? { keys: [], bytes: 0 };
        return "url_400" in photo ? [photo] : [];
      }),
  });
  for (const [table, rows] of Object.entries(standings)) await insert(table, rows);
  await insert("item_views", views);
  await seedPromotions(items, sellers, photos);
  return items.length;
}

try {
  await applyMigrations(DB);
  const done = await DB.prepare("SELECT 1 FROM app_keys WHERE name = 'demo-data'").first();
  if (!done) {
    const started = performance.now();
    process.stdout.write("Preparing demo data … ");
    const people = await seedPeople();
    const count = await seedListings(people);
    const community = communityRows({
      now,
      id,
      authors: people.sellers.slice(10).map((entry) => entry.seller),
      adminId: people.person("admin@demo.local").id,
    });
    for (const [table, rows] of Object.entries(community)) await insert(table, rows);
    await insert("app_keys", [{ name: "demo-data", value: "1", created_at: now }]);
    console.log(`${count} listings in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
} finally {
  await proxy.dispose();
}
