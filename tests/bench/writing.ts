/** Writes of signed-in users, prepared so that every measured request succeeds. */
import { signatureHeader } from "../../scripts/stripe-emulator/webhooks.ts";
import { type Call, type LoadOptions, load, type Measurements, noMeasurements, type Target } from "./load.ts";
import type { Runtime } from "./runtime.ts";
import { BUYERS, buyerOf } from "./seed.ts";
import { type Headers, unusedBuyers } from "./signed-in-users.ts";

/** Concurrent connections on both sides. */
const CONNECTIONS = 8;

export interface Writing {
  reserve: Measurements;
  firstTouch: Measurements;
  submit: Measurements;
  listing: Measurements;
  webhook: Measurements;
  call: Measurements;
  write: Measurements;
  trips: Measurements;
}

export const noWrites = (): Writing => ({
  reserve: noMeasurements(),
  firstTouch: noMeasurements(),
  submit: noMeasurements(),
  listing: noMeasurements(),
  webhook: noMeasurements(),
  call: noMeasurements(),
  write: noMeasurements(),
  trips: noMeasurements(),
});

const post = (path: string, headers: Headers, body: unknown): Call => ({
  path,
  method: "POST",
  headers,
  body: JSON.stringify(body),
});

/** Sends each call once. */
async function all(runtime: Runtime, side: Target["side"], name: string, calls: readonly Call[], seen: Measurements) {
  let next = 0;
  const dose: LoadOptions = { connections: Math.min(CONNECTIONS, calls.length), amount: calls.length };
  await load(runtime, { name, side, next: () => calls[next++ % calls.length] as Call }, dose, seen);
}

async function answer<T>(runtime: Runtime, call: Call): Promise<T> {
  const reply = await fetch(runtime.app + call.path, {
    method: call.method ?? "GET",
    headers: call.headers ?? {},
    ...(call.body !== undefined && { body: call.body }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${call.path}: ${reply.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Runs the preparation with a few calls at a time. It is not measured and must not fail. */
async function each<T, R>(list: readonly T[], work: (entry: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < list.length; index = next++) results[index] = await work(list[index] as T, index);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return results;
}

const hold = (itemId: string, headers: Headers) =>
  post("/api/rpc/reserve_item", headers, { item_id: itemId, reservation_type: "buy_now" });

/** Runs rounds of writes on listings for sale. Each listing and each buyer is used once. */
export function writer(runtime: Runtime, forSale: readonly string[]) {
  const buyers = unusedBuyers();
  // Taken from the other end of the list, so that rows written by the bare Worker never belong to buyers of the app.
  let last = BUYERS;
  const strangers = () => buyerOf(--last).id;
  let used = 0;
  const take = (count: number) => {
    if (used + count > forSale.length) throw new Error("There are not enough listings for so many rounds.");
    used += count;
    return forSale.slice(used - count, used);
  };

  /** Returns listings whose item rooms are loaded and have written before, like the bare objects. */
  async function awakeRooms(count: number): Promise<string[]> {
    const ids = take(count);
    const others = await buyers(count);
    await each(ids, async (id, index) => {
      const headers = others[index] ?? {};
      await answer(runtime, hold(id, headers));
      await answer(runtime, { path: `/api/items/${id}/reservation`, method: "DELETE", headers });
      await fetch(`${runtime.bare}/write?name=${id}`, { method: "POST" });
    });
    return ids;
  }

  async function reserveAgainstWrite(count: number, seen: Writing): Promise<void> {
    const ids = await awakeRooms(count);
    const people = await buyers(count);
    const half = Math.ceil(count / 2);
    for (const part of [0, half]) {
      const some = ids.slice(part, part + half);
      const bare = (path: string): Call[] => some.map((id) => ({ path: `/${path}?name=${id}`, method: "POST" }));
      await all(runtime, "bare", "one Durable Object call", bare("call"), seen.call);
      await all(runtime, "bare", "one Durable Object write", bare("write"), seen.write);
      const held = some.map((id) => post(`/hold?name=${id}&buyer=${strangers()}`, {}, {}));
      await all(runtime, "bare", "the trips of a hold", held, seen.trips);
      const holds = some.map((id, index) => hold(id, people[part + index] ?? {}));
      await all(runtime, "app", "reserve", holds, seen.reserve);
    }
  }

  /** Holds on listings that nobody has opened, so that each makes its room. */
  async function firstTouch(count: number, seen: Writing): Promise<void> {
    const people = await buyers(count);
    const holds = take(count).map((id, index) => hold(id, people[index] ?? {}));
    await all(runtime, "app", "reserve, first touch", holds, seen.firstTouch);
  }

  const transaction = (itemId: string, paymentMethod: string, headers: Headers) =>
    post(
      "/api/transactions",
      { ...headers, "Idempotency-Key": `bench-${itemId}` },
      { itemId, paymentMethod, acknowledged: true },
    );

  async function submit(count: number, seen: Writing): Promise<void> {
    const ids = take(count);
    const people = await buyers(count);
    await each(ids, (id, index) => answer(runtime, hold(id, people[index] ?? {})));
    const orders = ids.map((id, index) => transaction(id, "bank_transfer", people[index] ?? {}));
    await all(runtime, "app", "checkout wizard, submit", orders, seen.submit);
  }

  async function listing(count: number, seen: Writing): Promise<void> {
    const people = await buyers(count);
    const things = people.map((headers, index) =>
      post("/api/items", headers, {
        title: `Brass reading lamp ${index}`,
        description: "Good used lamp, clean, works. Pickup in Brunswick.",
        price: 45.5,
        category: "home_garden",
        condition: "good",
        tags: ["lamp", "brass"],
        postcode: "3056",
      }),
    );
    await all(runtime, "app", "list an item", things, seen.listing);
  }

  /** Card orders whose payment the provider then reports. */
  async function webhook(count: number, seen: Writing): Promise<void> {
    const ids = take(count);
    const people = await buyers(count);
    const intents = await each(ids, async (id, index) => {
      const headers = people[index] ?? {};
      await answer(runtime, hold(id, headers));
      const { order_id } = await answer<{ order_id: string }>(runtime, transaction(id, "stripe", headers));
      const intent = { currency: "aud", orderId: order_id };
      return answer<{ paymentIntentId: string; amount: number }>(
        runtime,
        post("/functions/v1/create-payment-intent", headers, intent),
      );
    });
    const events = await Promise.all(
      intents.map(async ({ paymentIntentId: id, amount }) => {
        const object = {
          id,
          object: "payment_intent",
          status: "succeeded",
          amount_received: amount,
          currency: "aud",
          latest_charge: `ch_${id}`,
        };
        const body = JSON.stringify({
          id: `evt_${id}`,
          object: "event",
          type: "payment_intent.succeeded",
          livemode: false,
          data: { object },
        });
        const signature = await signatureHeader(body, Math.floor(Date.now() / 1000));
        const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
        return { path: "/api/stripe/webhook", method: "POST" as const, headers, body };
      }),
    );
    await all(runtime, "app", "webhook", events, seen.webhook);
  }

  return { reserveAgainstWrite, firstTouch, submit, listing, webhook, take, buyers };
}
