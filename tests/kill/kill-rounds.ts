/**
 * kill -9 under write load, then restart: no acknowledged hold or order may be lost, and none invented.
 * `npm run drill:kill -- --rounds=3 --seed=1 --seconds=3 [--limit=60]`; no new round begins after `limit` seconds.
 * Every call is recorded as acknowledged, refused or unknown (cut off by the kill, so it may have happened). After the
 * restart the state of each item, read over HTTP, must fit the record. At the end the database must satisfy its
 * invariants.
 */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiUser } from "../support/node/api-user.ts";
import { AppProcess, freePort } from "../support/node/app-process.ts";
import { auditState } from "../support/node/audit-state.ts";

const option = (name: string, fallback: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const rounds = option("rounds", 3);
const seed = option("seed", randomInt(2 ** 31));
console.log(`seed ${seed}`);
const seconds = option("seconds", 3);
const limit = option("limit", Number.POSITIVE_INFINITY);
const BUYERS = 16;
const ITEMS_PER_ROUND = 50;

let state = seed;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

interface ItemRecord {
  id: string;
  price: number;
  /** State after the last acknowledged call. */
  hold: { buyer: ApiUser; until: number } | null;
  order: { buyer: ApiUser; id: string } | null;
  /** Calls cut off by the kill. */
  unknown: { buyer: ApiUser; kind: "reserve" | "release" | "order" }[];
}

const problems: string[] = [];
let played = 0;
const counts = { acknowledged: 0, refused: 0, unknown: 0, holds: 0, orders: 0 };
const stateDir = mkdtempSync(join(tmpdir(), "goodstreet-kill-"));
const app = new AppProcess(await freePort(), stateDir);

/** Creates new users for each round, because the rate limits of listings and holds would soon refuse the same few. */
async function createPeople(round: number): Promise<{ seller: ApiUser; buyers: ApiUser[] }> {
  const people = await Promise.all(
    Array.from({ length: BUYERS + 1 }, async (_, index) => {
      const user = new ApiUser(app.origin, `198.51.${round % 250}.${index + 1}`);
      await user.signUp(`kill-${round}-${index}@example.com`, `Person ${index}`);
      return user;
    }),
  );
  const [seller, ...buyers] = people as [ApiUser, ...ApiUser[]];
  await seller.request("PATCH", "/api/profile", {
    bank_details: { account_name: "Kay Seller", bsb: "062-000", account_number: "12345678" },
    suburb: "Brunswick",
    city: "Melbourne",
  });
  return { seller, buyers };
}

async function createItems(seller: ApiUser): Promise<ItemRecord[]> {
  const records: ItemRecord[] = [];
  for (let index = 0; index < ITEMS_PER_ROUND; index++) {
    const price = index % 3 === 0 ? 0 : 10 + index;
    const reply = await seller.request<{ id: string }>("POST", "/api/items", {
      title: `Kill test item ${index}`,
      price,
      category: "other",
      condition: "good",
    });
    if (reply.status !== 201) throw new Error(`creating an item: ${reply.status} ${JSON.stringify(reply.body)}`);
    records.push({ id: reply.body.id, price, hold: null, order: null, unknown: [] });
  }
  return records;
}

/** Trades as one buyer until the process is killed, one call at a time, on items that only this buyer uses. */
async function trade(buyer: ApiUser, items: ItemRecord[], stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const item = pick(items);
    const call = async (
      kind: "reserve" | "release" | "order",
      run: () => Promise<{ status: number; body: unknown }>,
    ) => {
      try {
        const reply = await run();
        if (reply.status >= 500) problems.push(`${kind} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
        if (reply.status < 300) counts.acknowledged++;
        else counts.refused++;
        return reply.status < 300 ? reply.body : null;
      } catch {
        counts.unknown++;
        item.unknown.push({ buyer, kind });
        return null;
      }
    };
    const held = (await call("reserve", () =>
      buyer.request("POST", "/api/rpc/reserve_item", { item_id: item.id, reservation_type: "buy_now" }),
    )) as { reserved_until: number } | null;
    if (!held) continue;
    counts.holds++;
    item.hold = { buyer, until: held.reserved_until };
    if (stopped()) return;
    const next = random();
    if (next < 0.75) {
      const released = await call("release", () => buyer.request("DELETE", `/api/items/${item.id}/reservation`));
      if (released && item.hold?.buyer === buyer) item.hold = null;
    } else if (next < 0.92) {
      const order = (await call("order", () =>
        buyer.request("POST", "/api/transactions", {
          itemId: item.id,
          paymentMethod: item.price === 0 ? "free" : "bank_transfer",
          acknowledged: true,
        }),
      )) as { order_id: string } | null;
      if (order) {
        counts.orders++;
        item.hold = null;
        item.order = { buyer, id: order.order_id };
      }
    }
  }
}

async function verify(items: ItemRecord[], buyers: ApiUser[]): Promise<void> {
  const orders = new Map<string, { id: string; item_id: string; status: string; buyer: ApiUser }>();
  const list = async () => {
    orders.clear();
    for (const buyer of buyers) {
      let cursor: string | null = null;
      do {
        const path: string = `/api/orders?role=buyer${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
        const page: {
          status: number;
          body: { items: { id: string; item_id: string; status: string }[]; next_cursor: string | null };
        } = await buyer.request("GET", path);
        for (const order of page.body.items) orders.set(order.id, { ...order, buyer });
        cursor = page.body.next_cursor;
      } while (cursor);
    }
  };
  // The outbox drains by alarm: an order acknowledged just before the kill may take a moment to be listed.
  const acknowledged = items.flatMap((item) => item.order ?? []);
  for (let attempt = 0; attempt < 40; attempt++) {
    await list();
    if (acknowledged.every((order) => orders.has(order.id))) break;
    await new Promise((wait) => setTimeout(wait, 500));
  }
  for (const order of acknowledged) if (!orders.has(order.id)) problems.push(`acknowledged order ${order.id} is lost`);

  for (const item of items) {
    const own = [...orders.values()].filter(
      (order) => order.item_id === item.id && order.status !== "cancelled" && order.status !== "expired",
    );
    if (own.length > 1) problems.push(`item ${item.id} has ${own.length} live orders`);
    for (const order of own) {
      const known =
        item.order?.id === order.id || item.unknown.some((call) => call.kind === "order" && call.buyer === order.buyer);
      if (!known) problems.push(`order ${order.id} was invented`);
    }
    for (const buyer of buyers) {
      const reply = await buyer.request<{ reserved_by_current_user: boolean; reserved_until: number | null }>(
        "POST",
        "/api/rpc/get_item_reservation",
        { item_id: item.id },
      );
      const mine = reply.body.reserved_by_current_user;
      const expected = item.hold?.buyer === buyer && item.hold.until > Date.now();
      const undecided = item.unknown.some((call) => call.buyer === buyer);
      if (expected && !mine && !undecided) problems.push(`acknowledged hold of ${item.id} is lost`);
      if (expected && mine && reply.body.reserved_until !== item.hold?.until)
        problems.push(`hold of ${item.id} changed its end`);
      if (!expected && mine && !undecided) problems.push(`hold of ${item.id} was invented`);
    }
  }
}

try {
  const firstStart = await app.start();
  const restarts: number[] = [];
  for (let round = 0; round < rounds && (round === 0 || performance.now() < limit * 1_000); round++) {
    played++;
    const { seller, buyers } = await createPeople(round);
    const items = await createItems(seller);
    let dead = false;
    const workers = buyers.map((buyer) => trade(buyer, items, () => dead));
    await new Promise((wait) => setTimeout(wait, (0.5 + random() * 0.5) * seconds * 1_000));
    const ended = app.end("SIGKILL");
    dead = true;
    await Promise.all([ended, ...workers]);
    restarts.push(await app.start());
    await verify(items, buyers);
  }
  const slowest = Math.max(...restarts);
  console.log(
    `kill -9 × ${played} (seed ${seed}): ${counts.acknowledged} acknowledged (${counts.holds} holds, ${counts.orders} orders), ${counts.refused} refused, ${counts.unknown} cut off; first start ${Math.round(firstStart)} ms, slowest restart ${Math.round(slowest)} ms`,
  );
  if (counts.holds < played * 10) problems.push(`only ${counts.holds} holds: too little load to prove anything`);
  await app.end("SIGTERM");
  problems.push(...auditState(stateDir));
} finally {
  await app.end("SIGTERM").catch(() => undefined);
  rmSync(stateDir, { recursive: true, force: true });
}
for (const problem of problems.slice(0, 20)) console.error(`✗ ${problem}`);
console.log(`kill: ${played - (problems.length > 0 ? 1 : 0)} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
