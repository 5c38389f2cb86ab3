/**
 * Snapshot of the database queries per request, so that an additional query shows in review. Round trips
 * determine the latency; statements determine the load of the database.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { readUncached } from "../../worker/db/site-settings.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { payload, readyToPay } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { openThread, sendText } from "../support/workerd/messages.ts";
import { cardOrder } from "../support/workerd/payments.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

interface Counts {
  round_trips: number;
  statements: number;
}

const RUNS = new Set<string | symbol>(["all", "first", "raw", "run"]);

/** Wraps D1 and its sessions to count. A statement counts when it runs, a batch as one round trip. */
function counting(db: D1Database): { DB: D1Database; counts: Counts } {
  const counts: Counts = { round_trips: 0, statements: 0 };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (RUNS.has(name)) {
            counts.round_trips++;
            counts.statements++;
          }
          return value.apply(target, args);
        };
      },
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  const counted = <T extends D1Database | D1DatabaseSession>(database: T): T =>
    new Proxy(database, {
      get(target, name) {
        if (name === "prepare") return (text: string) => wrap(target.prepare(text));
        if (name === "withSession") return () => counted(db.withSession("first-unconstrained"));
        if (name === "batch") {
          return (statements: D1PreparedStatement[]) => {
            counts.round_trips++;
            counts.statements += statements.length;
            return target.batch(statements.map((statement) => originals.get(statement) ?? statement));
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return { DB: counted(db), counts };
}

const ASSETS = siteFiles();
/** Shared by all requests, because an isolate caches per database. */
const { DB, counts } = counting(env.DB);

let seller: TestAccount;
let buyer: TestAccount;
let item: string;
let conversation: string;

beforeAll(async () => {
  seller = await createAccount();
  buyer = await createAccount();
  for (let index = 0; index < 3; index++) item = (await createItem(seller, { title: `Walnut desk ${index}` })).id;
  conversation = (await openThread(buyer, { item_id: item })).id;
  await sendText(buyer, conversation, "Is it oak?");
  // Does the one-time work of an isolate first, so that it is not counted.
  await ask("/api/items", buyer.headers);
  await ask("/Settings");
});

async function ask(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<string> {
  // Fills the settings cache, which every isolate keeps for some seconds, so that it is not counted.
  await readUncached(createServices(env, () => undefined));
  Object.assign(counts, { round_trips: 0, statements: 0 });
  const ctx = createExecutionContext();
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const reply = await app.fetch(new Request(ORIGIN + path, sent), { ...env, DB, ASSETS }, ctx);
  await reply.text();
  const during = { ...counts };
  await waitOnExecutionContext(ctx);
  expect(reply.status, path).toBeLessThan(300);
  return `${reply.status}: ${during.round_trips} round trips, ${during.statements} statements`;
}

it("requests query the database as often as the committed snapshot says", async () => {
  const requests: Record<string, [path: string, headers?: Record<string, string>]> = {
    "marketplace page, visitor": ["/Marketplace"],
    "marketplace page, signed in": ["/Marketplace", buyer.headers],
    "item page, visitor": [`/ItemDetail/${item}`],
    "item page, signed in": [`/ItemDetail/${item}`, buyer.headers],
    "account page": ["/MyItems", buyer.headers],
    list: ["/api/items?limit=24"],
    "list, signed in": ["/api/items?limit=24", buyer.headers],
    "list by popularity": ["/api/items?sort=popular"],
    "list with every filter": [
      "/api/items?category=home_garden&condition=good&min_price=1&max_price=900&location=brunswick&sort=views",
    ],
    "list near a place": ["/api/items?near=3056&within_km=10"],
    "list near a place, nearer first": ["/api/items?near=3056"],
    "list by distance": ["/api/items?near=3056&within_km=10&sort=nearest"],
    "empty list near a place": ["/api/items?near=Broome&within_km=10"],
    "count of a list": ["/api/items/count?near=3056&within_km=10&category=home_garden"],
    "suburbs of a list": ["/api/items/places?category=home_garden"],
    "visitor's place": ["/api/places/near"],
    "list of what was sold": ["/api/items?status=sold"],
    "store: items of a seller": [`/api/items?seller_id=${seller.id}`],
    "store: seller": [`/api/profiles/${seller.id}`],
    "store: bundles": [`/api/bundles?seller_id=${seller.id}`],
    search: ["/api/items?q=walnut"],
    "search, corrected": ["/api/items?q=wanlut"],
    "search, nothing like it": ["/api/items?q=xyzzyplugh"],
    "places to search near": ["/api/places?q=brun"],
    "states of the cards": [`/api/items/status?ids=${item}`],
    item: [`/api/items/${item}`],
    "item, signed in": [`/api/items/${item}`, buyer.headers],
    related: [`/api/items/${item}/related`],
    extras: ["/api/marketplace/extras"],
    trending: ["/api/items/trending"],
    "home page": ["/"],
    "home page content": ["/api/homepage"],
    stores: ["/api/stores"],
    session: ["/api/auth/session"],
    conversations: ["/api/conversations", buyer.headers],
    conversation: [`/api/conversations/${conversation}`, buyer.headers],
    messages: [`/api/conversations/${conversation}/messages`, buyer.headers],
    notifications: ["/api/notifications", buyer.headers],
    "notification counts": ["/api/notifications/counts", buyer.headers],
  };
  const counted: Record<string, string> = {};
  for (const [name, [path, headers]] of Object.entries(requests)) counted[name] = await ask(path, headers);
  expect(counted).toMatchInlineSnapshot(`
    {
      "account page": "200: 3 round trips, 3 statements",
      "conversation": "200: 1 round trips, 1 statements",
      "conversations": "200: 1 round trips, 1 statements",
      "count of a list": "200: 1 round trips, 1 statements",
      "empty list near a place": "200: 2 round trips, 4 statements",
      "extras": "200: 1 round trips, 4 statements",
      "home page": "200: 1 round trips, 1 statements",
      "home page content": "200: 1 round trips, 6 statements",
      "item": "200: 1 round trips, 1 statements",
      "item page, signed in": "200: 4 round trips, 4 statements",
      "item page, visitor": "200: 1 round trips, 1 statements",
      "item, signed in": "200: 1 round trips, 1 statements",
      "list": "200: 1 round trips, 1 statements",
      "list by distance": "200: 1 round trips, 1 statements",
      "list by popularity": "200: 1 round trips, 1 statements",
      "list near a place": "200: 1 round trips, 1 statements",
      "list near a place, nearer first": "200: 2 round trips, 2 statements",
      "list of what was sold": "200: 1 round trips, 1 statements",
      "list with every filter": "200: 1 round trips, 1 statements",
      "list, signed in": "200: 1 round trips, 1 statements",
      "marketplace page, signed in": "200: 4 round trips, 4 statements",
      "marketplace page, visitor": "200: 1 round trips, 1 statements",
      "messages": "200: 1 round trips, 2 statements",
      "notification counts": "200: 1 round trips, 1 statements",
      "notifications": "200: 1 round trips, 1 statements",
      "places to search near": "200: 0 round trips, 0 statements",
      "related": "200: 2 round trips, 6 statements",
      "search": "200: 1 round trips, 1 statements",
      "search, corrected": "200: 4 round trips, 4 statements",
      "search, nothing like it": "200: 2 round trips, 2 statements",
      "session": "200: 0 round trips, 0 statements",
      "states of the cards": "200: 1 round trips, 1 statements",
      "store: bundles": "200: 1 round trips, 1 statements",
      "store: items of a seller": "200: 1 round trips, 1 statements",
      "store: seller": "200: 1 round trips, 1 statements",
      "stores": "200: 1 round trips, 1 statements",
      "suburbs of a list": "200: 1 round trips, 1 statements",
      "trending": "200: 1 round trips, 1 statements",
      "visitor's place": "200: 0 round trips, 0 statements",
    }
  `);
});

const writing = (account: TestAccount, address: string) => ({
  ...account.headers,
  "Content-Type": "application/json",
  Origin: ORIGIN,
  "CF-Connecting-IP": address,
});

it("an order reads account status, limit, key and item in one round trip, and what was shown in a second", async () => {
  const deal = await readyToPay();
  const headers = { ...writing(deal.buyer, "203.0.113.8"), "Idempotency-Key": crypto.randomUUID() };
  // The reply waits for two of them and the room for a third; the stored answer and the delivery come after it.
  expect(await ask("/api/transactions", headers, payload(deal))).toBe("201: 4 round trips, 10 statements");
});

it("a card form reads account status, limit, key and order in one round trip, and stores the payment in a second", async () => {
  const { order, buyer: payer } = await cardOrder();
  const headers = { ...writing(payer, "203.0.113.6"), "Idempotency-Key": crypto.randomUUID() };
  const asked = await ask("/functions/v1/create-payment-intent", headers, { orderId: order.order_id });
  // The third trip is the stored answer, after the reply.
  expect(asked).toBe("200: 3 round trips, 8 statements");
});

it("a listing reads account status, limit, key and the seller's place in one round trip", async () => {
  const headers = { ...writing(seller, "203.0.113.9"), "Idempotency-Key": crypto.randomUUID() };
  const input = {
    title: "Walnut desk",
    price: 120,
    category: "furniture",
    condition: "good",
    suburb: "Brunswick",
    city: "Melbourne",
  };
  // Two for the reply, the others come after it: the stored answer and the matching.
  expect(await ask("/api/items", headers, input)).toBe("201: 5 round trips, 11 statements");
});

it("a hold reads session, account status, both rate limits, its terms and its checkout in one round trip", async () => {
  const headers = writing(buyer, "203.0.113.7");
  const asked = await ask("/api/rpc/reserve_item", headers, { item_id: item, reservation_type: "buy_now" });
  expect(asked).toBe("200: 1 round trips, 5 statements");
});

it("a session load reads account and profile, and asks once for anything overdue", async () => {
  await ask("/api/auth/session", buyer.headers);
  expect(counts.round_trips).toBe(3);
});
