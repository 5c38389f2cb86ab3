/** A person with something in every table that can hold personal data, and a canary in every text (D61). */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { ThreadView } from "#contract/messages";
import type { PriceOfferView } from "#contract/offers";
import { createAccount, type TestAccount } from "./accounts.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  type OrderedItem,
  payload,
  paymentDetails,
  reply,
  transact,
} from "./deals.ts";
import { png, uploadForm } from "./images.ts";
import { createItem } from "./listings.ts";
import ROWS from "./person-with-everything.sql?raw";
import { allRows, firstRow } from "./sql.ts";
import { proposeTrade } from "./trades.ts";

/** Nothing else in the database contains this word. */
const MARK = "canary";
const known = new Set<string>();

/** Returns a text for one field, unlike any other text. */
function canary(field: string): string {
  const text = `${MARK}${field.replaceAll(/[^a-z]/gi, "").toLowerCase()}`;
  known.add(text);
  return text;
}

export interface FullPerson {
  person: TestAccount;
  other: TestAccount;
  /** Ids of the items whose rooms were used. */
  itemIds: string[];
  threadId: string;
  /** Every canary, in lower case. */
  canaries: string[];
  photoKeys: string[];
}

type Value = string | number;

/** Runs person-with-everything.sql, with these values for its `$names`. */
async function insertRows(values: Record<string, Value>) {
  const statements = ROWS.split(/\n\n+/).filter((text) => !/^(--.*\n?)*$/.test(text));
  await env.DB.batch(
    statements.map((text) => {
      const bound: Value[] = [];
      const sql = text.replaceAll(/\$(\w+)|\{(\w+)\}/g, (_, name, field) => {
        const value = field ? canary(field) : values[name];
        if (value === undefined) throw new Error(`person-with-everything.sql: there is no value "${name}"`);
        return `?${bound.push(value)}`;
      });
      return env.DB.prepare(sql).bind(...bound);
    }),
  );
}

async function post<Body = { id: string }>(who: TestAccount, path: string, body: unknown, status = 201): Promise<Body> {
  return reply<Body>(await who.request("POST", path, body), status);
}

async function upload(who: TestAccount): Promise<string> {
  return (await post(who, "/api/images", uploadForm({ original: png() }))).id;
}

/** Buys an item by bank transfer and collects it, and returns the order. */
async function buy(buyer: TestAccount, seller: TestAccount, itemId: string): Promise<string> {
  await hold(buyer, itemId);
  const view = await acknowledge(buyer, itemId);
  const details = await reply<OrderedItem["details"]>(await paymentDetails(buyer, itemId), 200);
  const body = payload({ seller, buyer, itemId, view, details });
  const { order_id } = await reply<{ order_id: string }>(await transact(buyer, body), 201);
  const confirmation = await firstRow<{ id: string }>`SELECT id
    FROM payment_confirmations WHERE order_id = ${order_id}`;
  const sent = { confirmation_id: confirmation?.id, seller_id: seller.id };
  await reply(await seller.request("POST", "/api/rpc/confirm_payment_received", sent), 200);
  await reply(await buyer.request("POST", `/api/orders/${order_id}/collected`), 200);
  return order_id;
}

export async function createFullPerson(): Promise<FullPerson> {
  const c = canary;
  const person = await createAccount({
    email: `${c("email")}@example.com`,
    full_name: `Robin ${c("surname")}`,
    account_type: "seller",
    phone: `+61 ${c("phone")}`,
    suburb: "Brunswick",
    postcode: "3056",
    collection_address: `7 ${c("profileaddress")} Lane`,
    bank_details: { account_name: c("accountname"), bsb: "062-000", account_number: "98765432" },
    crypto_wallet_addresses: { xrp: c("wallet") },
    restriction_reason: c("restriction"),
  });
  const other = await createBuyer({
    account_type: "seller",
    bank_details: { account_name: "Other", bsb: "062-000", account_number: "11112222" },
  });
  const admin = await createAccount({ role: "admin" });

  // Listings with photos, notes and a negotiation.
  const [itemPhoto, messagePhoto, bannerPhoto] = [await upload(person), await upload(person), await upload(person)];
  const sold = await createItem(person, {
    title: `Lamp ${c("soldtitle")}`,
    description: c("solddescription"),
    tags: [c("tag")],
    collection_address: `9 ${c("itemaddress")} Street`,
    photo_ids: [itemPhoto],
  });
  const open = await createItem(person, {
    title: `Sofa ${c("opentitle")}`,
    price: 100,
    negotiation_enabled: true,
    minimum_price: 60,
    negotiation_notes: c("privatenotes"),
    public_notes: c("publicnotes"),
  });
  const given = await createItem(person, { title: "Books", price: 0 });
  const theirs = await insertItem(other, { title: "Oak table", price_cents: 10_000 });
  const bought = await insertItem(other, { title: "Pine shelf" });
  const haggled = await createItem(other, { price: 100, negotiation_enabled: true, minimum_price: 60 });
  const haggle = (itemId: string, userMessage: string) => ({ itemId, userMessage });
  const toOther = haggle(haggled.id, `would you take $70, says ${c("negotiation")}`);
  await post(person, "/functions/v1/agent-negotiate", toOther, 200);
  await post(other, "/functions/v1/agent-negotiate", haggle(open.id, "would you take $70?"), 200);

  // Deals on both sides, and what was written about them.
  const sale = await buy(other, person, sold.id);
  const purchase = await buy(person, other, bought);
  for (const [who, order] of [
    [person, sale],
    [other, purchase],
  ] as const) {
    const comment = who === person ? c("ratinggiven") : c("ratingreceived");
    await post(who, "/api/ratings", { order_id: order, rating: 5, comment });
  }
  const terms = { amount: 80, list_price: 100 };
  const offer = await post<PriceOfferView>(person, `/api/items/${theirs}/price-offer`, {
    ...terms,
    note: `Cash, ${c("offernote")}`,
  });
  const offerForMine = await post<PriceOfferView>(other, `/api/items/${open.id}/price-offer`, {
    ...terms,
    note: "Please",
  });
  expect(offerForMine.id).not.toBe(offer.id);
  await proposeTrade(
    { seller: other, offeror: person, target: theirs, offered: [open.id] },
    { message: `Swap? ${c("trademessage")}` },
  );
  await proposeTrade({ seller: person, offeror: other, target: open.id, offered: [theirs] });

  // Messages, a held one among them, blocks and reports.
  const { id: threadId } = await post<ThreadView>(person, "/api/conversations", { item_id: theirs }, 200);
  const send = (who: TestAccount, body: Record<string, unknown>) =>
    post(who, `/api/conversations/${threadId}/messages`, { client_id: crypto.randomUUID(), ...body });
  await send(person, { text: `Hello ${c("messagetext")}` });
  await send(person, { image_id: messagePhoto });
  await send(other, { text: "Hello back." });
  const held = await send(person, { text: `Held ${c("heldmessage")} message` });
  const stranger = await createSeller();
  const about = { subject_type: "user", subject_id: stranger.id };
  await post(person, "/api/reports", { ...about, reason: "scam", details: c("reportdetails") });

  // Selling tools, wishes, settings and what they wrote to us.
  const store = { name: `Shop ${c("store")}`, description: c("storetext"), banner_id: bannerPhoto };
  await reply(await person.request("PUT", "/api/store", store), 200);
  await post(person, "/api/cart", { item_id: (await createItem(other)).id });
  const list = await post(person, "/api/wish-lists", { name: c("wishlist") });
  await post(person, "/api/saved-searches", { filters: { q: c("savedsearch") } });
  const wanted = { title: `Wanted ${c("request")}`, description: c("requesttext") };
  const request = await post(person, "/api/requests", wanted);
  const question = { issue_description: `Help ${c("supporttext")}`, user_email: person.email };
  const support = await post(person, "/api/support-requests", question);
  await insertRows({
    person: person.id,
    email: person.email,
    session: person.session_id,
    past: `past.${person.id}@canaryearlieremail.example`,
    other: other.id,
    otherEmail: other.email,
    admin: admin.id,
    stranger: stranger.id,
    sold: sold.id,
    open: open.id,
    given: given.id,
    haggled: haggled.id,
    theirs,
    bought,
    sale,
    purchase,
    held: held.id,
    list: list.id,
    request: request.id,
    support: support.id,
    now: Date.now(),
    tomorrow: Date.now() + DAY,
    saleEnd: Date.now() + 30 * DAY,
  });

  const { results } = await allRows<Record<"key" | "key_800" | "key_400", string>>`SELECT key, key_800, key_400
    FROM images WHERE owner_id = ${person.id}`;
  return {
    person,
    other,
    itemIds: [sold.id, open.id, given.id, theirs, bought, haggled.id],
    threadId,
    canaries: [...known],
    photoKeys: [...new Set(results.flatMap(({ key, key_800, key_400 }) => [key, key_800, key_400]))],
  };
}
