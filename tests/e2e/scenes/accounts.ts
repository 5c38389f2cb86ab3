/** Accounts of the scenes and their data. No other test uses them, so that the scenes stay the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ItemGiveawayReply } from "../../../worker/contract/giveaways.ts";
import { type Actor, expect, get, listItem, originOf, post, send, signUp, takeGiveaway } from "../accounts.ts";

export const ROLES = ["visitor", "buyer", "seller", "admin", "newcomer"] as const;
/** `newcomer` has just signed up and has no data: the empty states are shown to this account. */
export type Role = (typeof ROLES)[number];

export interface SceneData {
  people: Record<Role, Actor>;
  ids: Awaited<ReturnType<typeof createRecords>>;
}

const PICTURES = join(import.meta.dirname, "../../../scripts/demo/pictures");

/** Uploads a demo picture and returns its image id. */
async function photo(owner: Actor, name: string): Promise<string> {
  const buffer = readFileSync(join(PICTURES, `${name}.webp`));
  const reply = await owner.context.request.post("/api/images", {
    multipart: { original: { name: `${name}.webp`, mimeType: "image/webp", buffer } },
    headers: { Origin: originOf(owner) },
  });
  return ((await reply.json()) as { id: string }).id;
}

const PLACE = { state_region: "VIC", city: "Melbourne", suburb: "Brunswick", postcode: "3056" };
const ADDRESS = "17 Example Lane, Brunswick VIC 3056";

async function completeProfile(person: Actor, name: string): Promise<void> {
  person.id = await signUp(person, name);
  await send(person, "PATCH", "/api/profile", {
    ...PLACE,
    phone: "0400 000 000",
    collection_address: ADDRESS,
    accepted_payment_methods: ["bank_transfer", "stripe", "crypto"],
    bank_details: { account_name: name, bsb: "062-000", account_number: "12345678" },
  });
}

/** Creates the accounts and their data. `open` starts a browser, signed in for staff. */
export async function createSceneData(open: (account?: "admin") => Promise<Actor>): Promise<SceneData> {
  const people = {
    visitor: await open(),
    buyer: await open(),
    seller: await open(),
    admin: await open("admin"),
    newcomer: await open(),
  };
  await completeProfile(people.buyer, "Bea Buyer");
  await completeProfile(people.seller, "Sol Seller");
  await signUp(people.newcomer, "Noa Newcomer");
  return { people, ids: await createRecords(people) };
}

/** Two wishes and a declined trade offer, after which the finder of swap circles runs. */
async function findCircle(
  { buyer, seller, admin }: Pick<Record<Role, Actor>, "buyer" | "seller" | "admin">,
  chair: string,
  { radio, mirror }: { radio: string; mirror: string },
): Promise<string> {
  await send(buyer, "PUT", `/api/wish-lists/entries/${mirror}`, {});
  await send(seller, "PUT", `/api/wish-lists/entries/${radio}`, {});
  const { trade_id } = await post<{ trade_id: string }>(admin, "/api/trading/propose-trade", {
    target_item_id: chair,
    offered_item_ids: [mirror],
  });
  await post(seller, `/api/trades/${trade_id}/decline`);
  let found: string | undefined;
  await expect
    .poll(async () => {
      found = (await get<{ items: { id: string }[] }>(seller, "/api/circles")).items[0]?.id;
      return found;
    })
    .toBeDefined();
  return found ?? "";
}

async function createRecords({ buyer, seller, admin }: Record<Role, Actor>) {
  const collection = { collection_address: ADDRESS, collection_date: Date.now() + 48 * 3_600_000 };
  const listing = async (owner: Actor, picture: string, item: Record<string, unknown>) =>
    listItem(owner, { ...collection, photo_ids: [await photo(owner, `${picture}-1`)], ...item });

  const item = await listItem(seller, {
    ...collection,
    title: "Steel-string guitar with padded bag",
    description:
      "Plays in tune up the neck. New strings in spring, one small mark on the back. Bag and a tuner included.",
    price: 240,
    category: "collectibles",
    negotiation_enabled: true,
    minimum_price: 180,
    photo_ids: [await photo(seller, "guitar-1"), await photo(seller, "guitar-2")],
  });
  const bike = await listing(seller, "bicycle", { title: "City bike, seven speeds", price: 180, category: "sports" });
  const chair = await listing(seller, "chair", {
    title: "Kitchen chair, beech, with a very long name that goes on",
    price: 35,
  });
  const lamp = await listing(seller, "couch-and-lamp", { title: "Two-seater and floor lamp", price: 420 });
  // Each way through the checkout has its own item, because a buyer can hold an item only twice in a row (D35).
  const sofa = (title: string) => listing(seller, "couch-and-lamp", { title, price: 420 });
  const toBuy = {
    collection: await sofa("Two-seater in blue"),
    payment: await sofa("Two-seater, nearly new"),
    bank: await sofa("Two-seater with a lamp"),
    card: await sofa("Two-seater for a studio"),
    confirm: await sofa("Two-seater, washable covers"),
    bankPage: await sofa("Two-seater on legs of oak"),
    cryptoPage: await sofa("Two-seater with two cushions"),
    freePage: await listing(seller, "basket", { title: "Basket of odd buttons", price: 0 }),
  };
  const inDraw = await listing(seller, "basket", {
    title: "Hanging basket",
    price: 0,
    giveaway: { mode: "draw", hours: 48 },
  });
  const { giveaway: draw } = await get<ItemGiveawayReply>(buyer, `/api/items/${inDraw}/giveaway`);
  const toPick = await listing(seller, "cooking", { title: "Saucepans", price: 0, giveaway: { mode: "pick" } });
  const { giveaway: asked } = await get<ItemGiveawayReply>(buyer, `/api/items/${toPick}/giveaway`);
  await send(buyer, "PUT", `/api/items/${toPick}/giveaway/entry`, {
    giveaway_id: asked?.id,
    note: "We moved here last week and have one pan for five people.",
  });
  const books = await listing(buyer, "books", { title: "Box of paperbacks", price: 25, category: "books" });
  const bed = await listing(buyer, "bed", { title: "Single bed with drawers", price: 90 });

  // Orders in different states: ready for collection, disputed, completed and unpaid.
  const gift = async (title: string, picture: string) =>
    takeGiveaway(
      buyer,
      await listing(seller, picture, { title, price: 0, collection_date: Date.now() + 20 * 3_600_000 }),
    );
  const readyForCollection = await gift("Basket of yarn", "basket");
  const disputed = await gift("Film projector", "film-projector");
  await post(buyer, `/api/orders/${disputed}/dispute`, { reason: "The lamp inside is broken, which was not said." });
  const completed = await gift("Cookbook shelf", "cooking");
  await post(buyer, `/api/orders/${completed}/collected`);
  const owe = async (paymentMethod: string, itemId: string) => {
    await post(buyer, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
    const order = { itemId, paymentMethod, acknowledged: true };
    return (await post<{ order_id: string }>(buyer, "/api/transactions", order)).order_id;
  };
  const print = await listing(seller, "framed-picture", { title: "Framed print of the bay", price: 65 });
  const unpaid = await owe("bank_transfer", print);
  const clock = await listing(seller, "mantelpiece-clock", { title: "Mantelpiece clock", price: 55 });
  const unpaidCard = await owe("stripe", clock);

  const { trade_id: trade } = await post<{ trade_id: string }>(buyer, "/api/trading/propose-trade", {
    target_item_id: bike,
    offered_item_ids: [books],
    cash_adjustment: 40,
    message: "Saturday at the market?",
  });
  const circle = await findCircle({ buyer, seller, admin }, chair, {
    radio: await listing(buyer, "radio", { title: "Kitchen radio", price: 35 }),
    mirror: await listing(admin, "mirror", { title: "Round mirror", price: 38 }),
  });
  const { id: conversation } = await post<{ id: string }>(buyer, "/api/conversations", { item_id: item });
  for (const [who, text] of [
    [buyer, "Hello! Is the neck straight?"],
    [seller, "It is. I had it set up by the shop in Sydney Road in October, and have hardly played it since."],
    [buyer, "Lovely. Could I come by on Saturday morning?"],
  ] as const) {
    await post(who, `/api/conversations/${conversation}/messages`, { client_id: crypto.randomUUID(), text });
  }
  const sideboard = await listing(seller, "bed", {
    title: "Walnut sideboard",
    price: 320,
    negotiation_enabled: true,
    minimum_price: 250,
  });
  const say = (userMessage: string) =>
    post<{ conversationId: string }>(buyer, "/functions/v1/agent-negotiate", { itemId: sideboard, userMessage });
  await say("Would you take $260?");
  const { conversationId: negotiation } = await say("Does the veneer peel anywhere?");
  const { id: request } = await post<{ id: string }>(buyer, "/api/requests", {
    title: "Guitar stand",
    description: "Floor or wall, for a steel-string.",
    max_price: 30,
  });
  for (const wished of [item, lamp]) await send(buyer, "PUT", `/api/wish-lists/entries/${wished}`, {});
  await post(buyer, "/api/saved-searches", { filters: { q: "guitar", max_price: 300 } });
  await post(seller, "/api/special-offers", {
    title: "Move-out sale",
    offer_type: "percentage_off",
    config: { percentage: 10 },
    item_ids: [chair, lamp],
  });
  await post(seller, "/api/bundles", {
    title: "Living room in one go",
    description: "Sofa, lamp and a chair.",
    item_ids: [chair, lamp],
    bundle_price: 400,
    collection_date: collection.collection_date,
    collection_address: ADDRESS,
  });
  await post(buyer, "/api/reports", {
    subject_type: "item",
    subject_id: chair,
    reason: "counterfeit",
    details: "No beech.",
  });
  const inReview = await listing(seller, "mirror", {
    title: "Cavalry sword on a wall mount",
    description: "Blunt, from a film set.",
    price: 120,
  });
  await post(buyer, "/api/contact", { topic: "idea", message: "More shelves, please.", email: "bea@example.com" });
  const from = collection.collection_date;
  const { id: sale } = await post<{ id: string }>(seller, "/api/moving-sales", {
    title: "Moving to Perth",
    description: "Everything must go by the weekend. Bring a friend for the chair.",
    item_ids: [item, lamp, chair],
    collection_windows: [{ from, until: from + 2 * 3_600_000 }],
    collection_zone: "Australia/Melbourne",
  });
  const { id: announcement } = await post<{ id: string }>(admin, "/api/admin/announcements", {
    title: "Market day in the park",
    source: "Come along on **Saturday**. Bring what you have sold, and take home what you have bought.",
    published_at: Date.now(),
  });
  const ads = (await (await admin.context.request.get("/api/admin/ads")).json()) as { items: { id: string }[] };
  return {
    ...{
      item,
      bike,
      chair,
      lamp,
      books,
      bed,
      inReview,
      atTheDoor: readyForCollection,
      disputed,
      completed,
      unpaid,
      unpaidCard,
    },
    ...{
      toBuy,
      inDraw,
      toPick,
      draw: draw?.id ?? "",
      trade,
      circle,
      conversation,
      negotiation,
      sideboard,
      request,
      sale,
      announcement,
      ad: ads.items[0]?.id ?? "",
      buyer: buyer.id,
      seller: seller.id,
    },
  };
}
