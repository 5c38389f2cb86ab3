/** Items inserted into D1, room commands with defaults, fault injection in the database, and live channels. */
import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { LiveSnapshot } from "#contract/holds/live";
import { makeId } from "#domain/ids";
import type { Result } from "#domain/result";
import type { Call } from "../../../durable/item-room/command.ts";
import { type BeginCheckout, beginCheckout } from "../../../durable/item-room/commands/checkout.ts";
import { reserve } from "../../../durable/item-room/commands/holds.ts";
import type { CommandName } from "../../../durable/item-room/dispatch.ts";
import type { ItemRoom } from "../../../durable/item-room/item-room.ts";
import { connect } from "../../../worker/db/client.ts";
import type { AppContext } from "../../../worker/http/context.ts";
import { createAccount, ORIGIN, type TestAccount } from "./accounts.ts";
import { advance, PATIENCE_MS } from "./clock.ts";

export const newId = (prefix: Parameters<typeof makeId>[0]) =>
  makeId(prefix, crypto.getRandomValues(new Uint8Array(20)));

export const roomOf = (itemId: string) => env.ITEM_ROOM.getByName(itemId) as unknown as DurableObjectStub<ItemRoom>;

/** Runs a command in the item's room, without the Worker's retries. */
export const inRoom = <Value>(itemId: string, call: Call<CommandName, Value>): Promise<Result<Value>> =>
  env.ITEM_ROOM.getByName(itemId).execute(call) as Promise<Result<Value>>;

/** Inserts an active item of this seller; its room has no state yet. */
export async function insertItem(seller: { id: string }, columns: Record<string, string | number> = {}) {
  const now = Date.now();
  const row: Record<string, string | number> = {
    id: newId("itm"),
    seller_id: seller.id,
    title: "A <b>blue</b> armchair",
    price_cents: 4_500,
    category: "furniture",
    condition: "good",
    created_at: now,
    updated_at: now,
    ...columns,
  };
  const names = Object.keys(row);
  await env.DB.prepare(`INSERT INTO items (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
  return String(row.id);
}

export function checkoutCommand(userId: string, overrides: Partial<BeginCheckout> = {}): BeginCheckout {
  return {
    userId,
    orderId: newId("ord"),
    transactionId: newId("txn"),
    confirmationId: newId("pcf"),
    method: "bank_transfer",
    amountCents: 4_500,
    acknowledged: true,
    bankReference: "GS12345678",
    bankDetails: { account_name: "Robin Example", bsb: "062-000", account_number: "12345678" },
    evidence: false,
    itemTitle: "A <b>blue</b> armchair",
    itemImageUrl: null,
    collectionDate: Date.now() + 7 * 86_400_000,
    collectionEndsAt: Date.now() + 7 * 86_400_000 + 3_600_000,
    collectionZone: "Australia/Melbourne",
    collectionSummary: "Brunswick, Melbourne",
    collectionAddress: "1 Quiet Street",
    ...overrides,
  };
}

/** Creates a seller, a buyer and an item of the seller. */
export async function createDeal(columns: Record<string, string | number> = {}) {
  const [seller, buyer] = await Promise.all([createAccount(), createAccount()]);
  const itemId = await insertItem(seller, columns);
  return { seller, buyer, itemId };
}

/** Holds the item and orders it. */
export async function placeOrder(itemId: string, buyer: { id: string }, overrides: Partial<BeginCheckout> = {}) {
  const held = await inRoom(itemId, reserve({ userId: buyer.id, kind: "buy_now", holdId: newId("hld") }));
  expect(held).toMatchObject({ ok: true });
  const command = checkoutCommand(buyer.id, overrides);
  const placed = await inRoom(itemId, beginCheckout(command));
  expect(placed).toMatchObject({ ok: true });
  return command;
}

/** Returns the first row of a query. */
export async function row<T = Record<string, unknown>>(sql: string, ...params: (string | number)[]) {
  return env.DB.prepare(sql)
    .bind(...params)
    .first<T>();
}

export type Fault = "none" | "refused" | "reply_lost";

/**
 * Injects database faults into a live room: `refused` never reaches D1, `reply_lost` is carried out but its response is
 * lost. Calls `plan` before every batch. An eviction removes the faults, so inject them again afterwards.
 */
export async function breakDatabase(itemId: string, plan: () => Fault): Promise<void> {
  await runInDurableObject(roomOf(itemId), (room: ItemRoom) => {
    const failing = new Proxy(env.DB, {
      get(target, name) {
        if (name === "batch") {
          return async (statements: D1PreparedStatement[]) => {
            const fault = plan();
            if (fault === "refused") throw new Error("D1_ERROR: Network connection lost.");
            const results = await target.batch(statements);
            if (fault === "reply_lost") throw new Error("D1_ERROR: Network connection lost.");
            return results;
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    room.db = connect(failing);
  });
}

export interface LiveClient {
  socket: WebSocket;
  frames: LiveSnapshot[];
  /** All received texts, including pongs. */
  texts: string[];
  closed: Promise<CloseEvent>;
  /** Returns the newest frame that meets the condition; waits up to three seconds for it. */
  until(condition: (frame: LiveSnapshot) => boolean): Promise<LiveSnapshot>;
}

/** Requests the live channel of an item through the Worker, as our pages do. */
export function requestLive(itemId: string, headers: Record<string, string | undefined> = {}, query = "") {
  const all = Object.entries({ Upgrade: "websocket", Origin: ORIGIN, ...headers });
  const sent = all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
  return exports.default.fetch(`${ORIGIN}/api/items/${itemId}/live${query}`, { headers: sent });
}

export async function openLive(itemId: string, who: TestAccount | null, query = ""): Promise<LiveClient> {
  const response = await requestLive(itemId, who?.headers, query);
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  const frames: LiveSnapshot[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener("message", (event) => {
    const text = String(event.data);
    texts.push(text);
    if (text.startsWith("{")) frames.push(JSON.parse(text) as LiveSnapshot);
    for (const check of waiting) check();
  });
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  socket.accept();
  return {
    socket,
    frames,
    texts,
    closed,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no such frame in ${JSON.stringify(frames)}`)), PATIENCE_MS);
        const check = () => {
          const found = frames.findLast(condition);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Returns an environment in which every call to D1 and to rooms fails after this many calls. */
export function crashingAfter(calls: number): { env: AppContext["Bindings"]; crashed: () => boolean } {
  let left = calls;
  const guarded = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (names.includes(String(name)) && left-- <= 0) throw new Error("the Worker has crashed");
          return value.apply(object, args) as unknown;
        };
      },
    });
  return {
    env: {
      ...env,
      DB: guarded(env.DB, ["prepare"]),
      ITEM_ROOM: guarded(env.ITEM_ROOM, ["getByName"]),
    } as AppContext["Bindings"],
    crashed: () => left < 0,
  };
}

/** Returns an environment in which something happens just before a command reaches an item's room. */
export function envBefore(
  itemId: string,
  command: CommandName,
  happens: () => Promise<unknown>,
): AppContext["Bindings"] {
  const getByName = (name: string) => {
    const room = env.ITEM_ROOM.getByName(name) as unknown as ItemRoom;
    const execute = async (call: Call<CommandName>) => {
      if (name === itemId && call.command === command) await happens();
      return room.execute(call);
    };
    return { execute };
  };
  return { ...env, ITEM_ROOM: { getByName } } as unknown as AppContext["Bindings"];
}

/** Stops the clock after the seller's time to confirm the payment of this order. */
export async function missConfirmation(orderId: string): Promise<void> {
  const due = await row<{ at: number }>("SELECT confirmation_deadline AS at FROM orders WHERE id = ?", orderId);
  advance((due?.at ?? 0) + 1 - Date.now());
}
