/** Races of trades against each other and against buyers, and crashes of the Worker between two rooms (D39). */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { reserve } from "../../durable/item-room/commands/holds.ts";
import { peek } from "../../durable/item-room/commands/item.ts";
import { lockForTrade, unlockTrade } from "../../durable/item-room/commands/trades.ts";
import { acceptAll } from "../../worker/features/trades/acceptance/acceptance.ts";
import { stepTrade } from "../../worker/features/trades/commands.ts";
import { settleTrades } from "../../worker/features/trades/jobs.ts";
import { findTrade } from "../../worker/features/trades/queries.ts";
import type { AppContext } from "../../worker/http/context.ts";
import { createServices, type Services } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, insertItem } from "../support/workerd/deals.ts";
import { crashingAfter, inRoom } from "../support/workerd/rooms.ts";
import {
  createTradeSetup,
  lockOf,
  proposeTrade,
  readTrade,
  statusesOf,
  step,
  takeStep,
} from "../support/workerd/trades.ts";

const MINUTE = 60_000;
type Env = AppContext["Bindings"];

afterEach(() => vi.restoreAllMocks());

const services = (over: Env = env) => createServices(over, () => undefined);

describe("two trades that share an item and are accepted at once", () => {
  const ROUNDS = 100;
  let people: TestAccount[] = [];
  const person = (index: number) => {
    const found = people[index];
    if (!found) throw new Error("no such person");
    return found;
  };

  beforeAll(async () => {
    people = await Promise.all([...Array.from({ length: 2 }, () => createSeller()), createBuyer(), createBuyer()]);
  });

  interface Pair {
    /** Trade, the user who accepts it, and its items. */
    trades: { id: string; by: TestAccount; items: string[] }[];
  }

  /** Inserts the trade as rows, because the routes' rate limits would stop a hundred rounds. */
  async function offer(from: TestAccount, to: TestAccount, target: string, offered: string[]) {
    const id = services().newId("trd");
    const now = Date.now();
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO trades (id, offeror_id, seller_id, target_item_id, expires_at, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).bind(id, from.id, to.id, target, now + 60 * MINUTE, now, now),
      ...[target, ...offered].map((item, index) =>
        env.DB.prepare("INSERT INTO trade_items (trade_id, item_id, side) VALUES (?, ?, ?)").bind(
          id,
          item,
          index === 0 ? "target" : "offered",
        ),
      ),
    ]);
    return { id, by: to, items: [target, ...offered] };
  }

  const shapes: Record<string, () => Promise<Pair>> = {
    /** One item offered to two users. */
    "the offered item": async () => {
      const [a, b, x, y] = await Promise.all([
        insertItem(person(0)),
        insertItem(person(1)),
        insertItem(person(2)),
        insertItem(person(2)),
      ]);
      return { trades: [await offer(person(2), person(0), a, [x, y]), await offer(person(2), person(1), b, [y, x])] };
    },
    /** One item requested by two users. */
    "the requested item": async () => {
      const [a, x, y] = await Promise.all([insertItem(person(0)), insertItem(person(2)), insertItem(person(3))]);
      return { trades: [await offer(person(2), person(0), a, [x]), await offer(person(3), person(0), a, [y])] };
    },
    /** Requested in one trade, offered in the other. */
    "an item requested and offered": async () => {
      const [a, x, b] = await Promise.all([insertItem(person(0)), insertItem(person(2)), insertItem(person(1))]);
      return { trades: [await offer(person(2), person(0), a, [x]), await offer(person(0), person(1), b, [a])] };
    },
  };

  it(`have exactly one winner in ${ROUNDS} rounds, and leave no item locked for the other`, async () => {
    const names = Object.keys(shapes);
    const winners = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const name = names[round % names.length] ?? "";
      const { trades } = (await shapes[name]?.()) ?? { trades: [] };
      // Alternates which trade is accepted first, so that the order of the calls does not decide alone.
      const order = round % 2 === 0 ? trades : [...trades].reverse();
      const replies = await Promise.all(order.map(({ id, by }) => stepTrade(services(), by.id, id, "accept")));
      const what = `${name}, round ${round}: ${JSON.stringify(replies.map((one) => (one.ok ? "yes" : one.code)))}`;
      expect(replies.filter((one) => one.ok).length, what).toBe(1);
      const won = order[replies.findIndex((one) => one.ok)];
      const lost = order[replies.findIndex((one) => !one.ok)];
      winners[won === trades[0] ? 0 : 1] = (winners[won === trades[0] ? 0 : 1] ?? 0) + 1;
      for (const item of won?.items ?? []) expect(await lockOf(item), what).toBe(won?.id);
      const free = (lost?.items ?? []).filter((item) => !won?.items.includes(item));
      expect(new Set(await statusesOf(free)), what).toEqual(new Set(free.length > 0 ? ["active"] : []));
      const row = await env.DB.prepare("SELECT status, accepting_at FROM trades WHERE id = ?").bind(lost?.id).first();
      expect(row, what).toEqual({ status: "proposed", accepting_at: null });
    }
    expect(Math.min(...winners), `both sides win sometimes: ${winners}`).toBeGreaterThan(0);
  }, 120_000);
});

describe("a trade and a buyer at the same moment", () => {
  it("never both get the item", async () => {
    for (let round = 0; round < 12; round++) {
      const offer = await createTradeSetup();
      const id = await proposeTrade(offer);
      const buyer = await createBuyer();
      const wanted = round % 2 === 0 ? offer.target : (offer.offered[0] ?? "");
      const hold = () =>
        inRoom(wanted, reserve({ userId: buyer.id, kind: "buy_now", holdId: services().newId("hld") }));
      const accept = () => step(offer.seller, id, "accept");
      const [held, accepted] =
        round % 3 === 0 ? await Promise.all([hold(), accept()]) : (await Promise.all([accept(), hold()])).reverse();
      const [gotIt, yes] = [(held as { ok: boolean }).ok, (accepted as Response).status === 200];
      expect(gotIt !== yes, `round ${round}: held ${gotIt}, accepted ${yes}`).toBe(true);
      const both = [offer.target, offer.offered[0] ?? ""];
      if (yes) expect(await statusesOf(both)).toEqual(["pending", "pending"]);
      else expect(await Promise.all(both.map(lockOf))).toEqual([null, null]);
      expect((await readTrade(offer.offeror, id)).status).toBe(yes ? "accepted" : "proposed");
    }
  });
});

/** Runs the step on Workers that crash ever later, until one completes. Runs the job and `check` after each crash. */
async function crashEverywhere(
  run: (crashing: Services, round: number) => Promise<unknown>,
  check: (round: number) => Promise<void>,
) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  for (let calls = 0; calls < 60; calls++) {
    const { env: crashing, crashed } = crashingAfter(calls);
    await run(services(crashing), calls).catch(() => undefined);
    advance(3 * MINUTE);
    await settleTrades(services());
    await check(calls);
    vi.useRealTimers();
    if (!crashed()) return calls;
  }
  throw new Error("it always crashed");
}

describe("a Worker that crashes", () => {
  it("during an acceptance leaves the trade accepted with all items locked, or open with none", async () => {
    let offer = await createTradeSetup(2);
    let id = "";
    const seen = new Set<string>();
    const rounds = await crashEverywhere(
      async (crashing) => {
        offer = await createTradeSetup(2);
        id = await proposeTrade(offer);
        await stepTrade(crashing, offer.seller.id, id, "accept");
      },
      async (calls) => {
        const { status } = await readTrade(offer.seller, id);
        seen.add(status);
        const all = [offer.target, ...offer.offered];
        const expected = status === "accepted" ? "pending" : "active";
        expect(await statusesOf(all), `after ${calls} calls: ${status}`).toEqual(all.map(() => expected));
        // The seller can always accept afterwards.
        expect((await takeStep(offer.seller, id, "accept")).status).toBe("accepted");
        expect(await statusesOf(all)).toEqual(all.map(() => "pending"));
      },
    );
    expect([...seen].sort()).toEqual(["accepted", "proposed"]);
    expect(rounds).toBeGreaterThan(6);
  }, 120_000);

  it("during the last handover leaves everything sold and ratable, or nothing changed", async () => {
    let offer = await createTradeSetup();
    let id = "";
    const seen = new Set<string>();
    await crashEverywhere(
      async (crashing) => {
        offer = await createTradeSetup();
        id = await proposeTrade(offer);
        await takeStep(offer.seller, id, "accept");
        await takeStep(offer.seller, id, "handed-over");
        await stepTrade(crashing, offer.offeror.id, id, "hand_over");
      },
      async (calls) => {
        const trade = await readTrade(offer.offeror, id);
        seen.add(trade.status);
        const both = [offer.target, offer.offered[0] ?? ""];
        const expected = trade.status === "completed" ? "sold" : "pending";
        expect(await statusesOf(both), `after ${calls} calls: ${trade.status}`).toEqual([expected, expected]);
        expect(trade.abilities.rate).toBe(trade.status === "completed");
        await takeStep(offer.offeror, id, "handed-over");
        expect(await statusesOf(both)).toEqual(["sold", "sold"]);
      },
    );
    expect([...seen].sort()).toEqual(["accepted", "completed"]);
  }, 120_000);

  it("and resumes after its attempt was abandoned does not disturb the next attempt", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    const both = [offer.target, offer.offered[0] ?? ""];
    // The stalled Worker has marked the trade and locked one item.
    await env.DB.prepare("UPDATE trades SET attempt = 1, accepting_at = ? WHERE id = ?").bind(Date.now(), id).run();
    const lock = (itemId: string | undefined, ownerId: string, attempt: number) =>
      inRoom(itemId ?? "", lockForTrade({ tradeId: id, attempt, ownerId }));
    expect(await lock(both[0], offer.seller.id, 1)).toMatchObject({ ok: true });
    expect((await step(offer.seller, id, "decline")).status).toBe(409);
    advance(3 * MINUTE);
    await settleTrades(services());
    expect(await statusesOf(both)).toEqual(["active", "active"]);
    // It resumes and locks the other item. No attempt owns this lock, and the job releases it.
    expect(await lock(both[1], offer.offeror.id, 1)).toMatchObject({ ok: true });
    await settleTrades(services());
    expect(await statusesOf(both)).toEqual(["active", "active"]);
    // The second attempt succeeds. The stalled Worker can only release its own locks.
    await takeStep(offer.seller, id, "accept");
    await inRoom(both[0] ?? "", unlockTrade({ tradeId: id, attempt: 1 }));
    expect(await lock(both[0], offer.seller.id, 1)).toMatchObject({ ok: false });
    expect(await statusesOf(both)).toEqual(["pending", "pending"]);
  });

  it("and resumes after the job has completed its work finds the trade accepted and undoes nothing", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    const both = [offer.target, offer.offered[0] ?? ""];
    await env.DB.prepare("UPDATE trades SET attempt = 1, accepting_at = ? WHERE id = ?").bind(Date.now(), id).run();
    const items = (await findTrade(services().db, id, Date.now()))?.items ?? [];
    for (const { item_id, owner_id } of items) {
      await inRoom(item_id, lockForTrade({ tradeId: id, attempt: 1, ownerId: owner_id }));
    }
    advance(3 * MINUTE);
    await settleTrades(services());
    expect((await readTrade(offer.offeror, id)).status).toBe("accepted");
    expect(await acceptAll(services(), { id, attempt: 1, items })).toEqual({ ok: true, value: undefined });
    expect(await statusesOf(both)).toEqual(["pending", "pending"]);
  });
});

describe("a room that has lost its storage", () => {
  /** Deletes the room's storage and evicts it, so that the next call reads D1. */
  async function deleteStorage(itemId: string): Promise<void> {
    await runInDurableObject(env.ITEM_ROOM.getByName(itemId), (_room, state) => state.storage.deleteAll());
    await evictDurableObject(env.ITEM_ROOM.getByName(itemId));
  }

  it("still locks its item for an accepted trade, and keeps it sold after completion", async () => {
    const offer = await createTradeSetup();
    const id = await proposeTrade(offer);
    await takeStep(offer.seller, id, "accept");
    await deleteStorage(offer.target);
    expect(await lockOf(offer.target)).toBe(id);
    // The lock is restored even when the item's row in D1 was not written.
    await env.DB.prepare("UPDATE items SET status = 'active' WHERE id = ?").bind(offer.target).run();
    await deleteStorage(offer.target);
    expect(await lockOf(offer.target)).toBe(id);
    await takeStep(offer.seller, id, "handed-over");
    await takeStep(offer.offeror, id, "handed-over");
    await deleteStorage(offer.target);
    await deleteStorage(offer.offered[0] ?? "");
    expect(await statusesOf([offer.target, offer.offered[0] ?? ""])).toEqual(["sold", "sold"]);
    expect((await offer.seller.request("POST", `/api/items/${offer.target}/sold/undo`)).status).toBe(409);
  });

  it("does not stay locked for a trade that does not exist", async () => {
    const { target } = await createTradeSetup();
    await env.DB.prepare("UPDATE items SET status = 'pending' WHERE id = ?").bind(target).run();
    expect(await inRoom(target, peek())).toMatchObject({ ok: true, value: { status: "active" } });
    await settleTrades(services());
    expect(await statusesOf([target])).toEqual(["active"]);
  });
});
