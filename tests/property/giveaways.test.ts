/**
 * Giveaways (D57) in one room under random steps of three people and the giver, with concurrent commands, crashes, lost
 * replies and a failing D1: the item is offered to one person at a time, who holds it; nobody else gets it meanwhile; a
 * draw contains everyone who entered in time, in the order that the published values give; and it is never given twice.
 */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Giveaway, recipientOf } from "#domain/giveaways/giveaway";
import type { Order } from "#domain/orders/order";
import type { Runnable } from "../../durable/item-room/command.ts";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import * as giving from "../../durable/item-room/commands/giveaways.ts";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../durable/item-room/commands/item.ts";
import { endCollection as callOff } from "../../durable/item-room/commands/orders.ts";
import { markSold, undoSold } from "../../durable/item-room/commands/sales.ts";
import { lockForTrade } from "../../durable/item-room/commands/trades.ts";
import { joinWaitlist } from "../../durable/item-room/commands/waitlist.ts";
import { RoomRunner } from "../../durable/item-room/room-runner.ts";
import { liveGiveaway, type RoomState } from "../../durable/item-room/state.ts";
import { GIVEAWAYS_AUDITS } from "../../worker/jobs/audits/giveaways.ts";
import { histories, LONG } from "../support/property-runs.ts";
import { type Answer, Database, DIED, type Fault, SimulatedPlatform } from "./simulated-platform.ts";
import { checkout } from "./single-room.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 21);
const PEOPLE = ["ann", "ben", "cat"] as const;
const FAULTS: Fault[] = ["none", "none", "refused", "reply_lost", "dies_before", "dies_after", "late"];
const hash = (text: string) => createHash("sha256").update(text, "ascii").digest("hex");

const person = fc.constantFrom(...PEOPLE);
const is = <T extends string>(type: T) => fc.constant(type);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: is("open"), mode: fc.constantFrom("draw", "draw", "pick") }) },
  { weight: 9, arbitrary: fc.record({ type: is("enter"), person }) },
  { weight: 2, arbitrary: fc.record({ type: is("leave"), person }) },
  { weight: 4, arbitrary: fc.record({ type: is("pick"), person }) },
  { weight: 1, arbitrary: fc.record({ type: is("end") }) },
  { weight: 3, arbitrary: fc.record({ type: is("reserve"), person }) },
  { weight: 1, arbitrary: fc.record({ type: is("release"), person }) },
  { weight: 5, arbitrary: fc.record({ type: is("order"), person }) },
  { weight: 2, arbitrary: fc.record({ type: is("call_off"), giver: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: is("join"), person }) },
  { weight: 1, arbitrary: fc.record({ type: is("trade") }) },
  { weight: 1, arbitrary: fc.record({ type: is("price"), price: fc.constantFrom(0, 0, 0, 500) }) },
  { weight: 1, arbitrary: fc.record({ type: is("hide") }) },
  { weight: 6, arbitrary: fc.record({ type: is("show") }) },
  { weight: 1, arbitrary: fc.record({ type: is("mark") }) },
  { weight: 2, arbitrary: fc.record({ type: is("undo") }) },
  { weight: 1, arbitrary: fc.record({ type: is("ban"), person }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const turn = fc.record({
  wait: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, MINUTE, 11 * MINUTE) },
    { weight: 3, arbitrary: fc.constantFrom(HOUR, 3 * HOUR, 23 * HOUR, 25 * HOUR) },
  ),
  before: fc.constantFrom("nothing", "nothing", "nothing", "crash", "alarm", "cron", "late", "outage", "repair"),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 3 }),
});

const database = new Database();
const seen = { draws: 0, given: 0, lapsed: 0, skipped: 0, undone: 0, picked: 0, called_off: 0, nobody_entered: 0 };
let steps = 0;
let serial = 0;

async function run(turns: { wait: number; before: string; steps: Step[]; faults: Fault[] }[]): Promise<void> {
  const itemId = `itm_${++serial}`;
  database.run("UPDATE profiles SET is_banned = 0");
  const platform = new SimulatedPlatform(database, itemId, 0, START, (id, ports) => new RoomRunner(id, ports));
  /** Whom a reply has told that they are in the draw, by giveaway. */
  const inDraw = new Map<string, Set<string>>();
  const checked = new Set<string>();
  /** Who leaves in the turn that runs. */
  let leaving = new Set<string>();

  const state = (): RoomState | undefined => platform.stored;
  const live = (): Giveaway | null => {
    const now = state();
    return now ? liveGiveaway(now) : null;
  };
  const owner = (): Order | undefined => state()?.orders.find(({ id }) => id === state()?.item.order_id);
  const ask = <I, V>(command: Runnable<I, V>, input: I): Promise<Answer<V>> => platform.ask(command, input);

  async function take(one: Step): Promise<void> {
    steps++;
    const id = ++serial;
    switch (one.type) {
      case "open": {
        const giveawayId = `gva_${id}`;
        const seed = one.mode === "draw" ? hash(`${id}`) : null;
        const input = { giveawayId, giverId: "seller", mode: one.mode as "draw", hours: 1 + (id % 5), seed };
        const reply = await ask(giving.openGiveaway, input);
        if (reply === DIED) await ask(giving.openGiveaway, input);
        return;
      }
      case "enter": {
        const giveaway = live();
        if (!giveaway) return;
        // Few codes, so that people enter one that another person has or had.
        const code = giveaway.mode === "draw" ? hash(`${id % 4}`).slice(0, 16) : null;
        const input = {
          giveawayId: giveaway.id,
          entryId: `gve_${giveaway.id.slice(4)}${one.person}`,
          userId: one.person,
          code,
          note: "",
        };
        const reply = await ask(giving.enterGiveaway, input);
        if (reply === DIED || !reply.ok) return;
        // Whether someone who enters and leaves at the same time is in depends on which of the two came last.
        if (giveaway.mode === "draw" && reply.value.drawn_at === null && !leaving.has(one.person)) {
          inDraw.set(giveaway.id, (inDraw.get(giveaway.id) ?? new Set()).add(one.person));
        }
        return;
      }
      case "leave": {
        const giveaway = live();
        if (!giveaway) return;
        // Whether a command of a dying instance happened is unknown.
        inDraw.get(giveaway.id)?.delete(one.person);
        await ask(giving.leaveGiveaway, { giveawayId: giveaway.id, userId: one.person });
        return;
      }
      case "pick": {
        const giveaway = live();
        const entry = giveaway?.entries.find(({ user_id, status }) => user_id === one.person && status === "entered");
        if (!giveaway || !entry) return;
        const input = { giveawayId: giveaway.id, giverId: "seller", entryId: entry.id };
        const reply = await ask(giving.pickRecipient, input);
        if (reply !== DIED && reply.ok) seen.picked++;
        return;
      }
      case "end": {
        const giveaway = live();
        if (giveaway) await ask(giving.endGiveawayEarly, { giveawayId: giveaway.id, giverId: "seller" });
        return;
      }
      case "reserve": {
        const reply = await ask(reserve, { userId: one.person, kind: "buy_now", holdId: `hld_${id}` });
        const giveaway = live();
        // A reply describes the state in which it was made. The one now is the same unless the command settled more.
        if (reply === DIED || !reply.ok || !giveaway || giveaway.updated_at < reply.value.hold.started_at) return;
        if (giveaway.status === "offered" && reply.value.hold.hold_id === giveaway.hold_id) {
          expect(recipientOf(giveaway)?.user_id).toBe(one.person);
        }
        return;
      }
      case "release":
        await ask(release, { userId: one.person });
        return;
      case "order": {
        const who = serial % 4 === 0 ? one.person : (state()?.item.hold?.user_id ?? one.person);
        const evidence = checkout(who, id, platform.now, false);
        const { bankDetails: _details, ...free } = { ...evidence, method: "free" as const, amountCents: 0 };
        await ask(beginCheckout, { ...free, bankDetails: null, bankReference: null });
        return;
      }
      case "call_off": {
        const order = owner();
        if (!order) return;
        const userId = one.giver ? order.seller_id : order.buyer_id;
        await ask(callOff, { userId, orderId: order.id, how: "call_off" });
        return;
      }
      case "join":
        await ask(joinWaitlist, { userId: one.person, entryId: `lin_${id}` });
        return;
      case "trade": {
        const before = live();
        const reply = await ask(lockForTrade, { tradeId: `trd_${id}`, attempt: 1, ownerId: "seller" });
        if (reply !== DIED && reply.ok && before && before.status !== "given" && live()?.id === before.id) {
          expect(state()?.item.status).not.toBe("pending");
        }
        return;
      }
      case "price":
        await ask(sellerSet, { sellerId: "seller", priceCents: one.price });
        return;
      case "hide":
      case "show":
        await ask(sellerSet, {
          sellerId: "seller",
          status: one.type === "hide" ? "inactive" : "active",
          priceCents: 0,
        });
        return;
      case "mark":
        await ask(markSold, { sellerId: "seller", saleId: `blt_${id}`, buyer: null });
        return;
      case "undo":
        await ask(undoSold, { sellerId: "seller" });
        return;
      case "ban":
        database.run("UPDATE profiles SET is_banned = 1 - is_banned WHERE id = ?", one.person);
        return;
    }
  }

  function check(): void {
    const now = state();
    if (!now) return;
    expect((now.giveaways ?? []).filter(({ status }) => status !== "ended").length).toBeLessThanOrEqual(1);
    const giveaway = liveGiveaway(now);
    const { hold } = now.item;
    if (hold?.hold_id.startsWith("gwh_")) expect(giveaway).toMatchObject({ status: "offered", hold_id: hold.hold_id });
    if (!giveaway) return;
    expect(giveaway.entries.filter(({ status }) => status === "offered" || status === "given").length).toBe(
      giveaway.status === "open" ? 0 : 1,
    );
    if (giveaway.status === "offered") {
      expect(hold).toMatchObject({
        hold_id: giveaway.hold_id,
        user_id: recipientOf(giveaway)?.user_id,
        price_cents: 0,
      });
    }
    // Nobody holds or has the item past the giveaway.
    if (giveaway.status === "open") {
      expect(hold).toBeNull();
      expect(owner()).toBeUndefined();
    }
    const order = owner();
    if (order) expect(order.buyer_id).toBe(recipientOf(giveaway)?.user_id);
    checkDraw(giveaway);
  }

  /** Makes the draw again with Node's SHA-256, from what its page publishes. */
  function checkDraw(giveaway: Giveaway): void {
    const { id, seed, commitment, closes_at, drawn_at } = giveaway;
    if (giveaway.mode !== "draw") return;
    expect(commitment).toBe(hash(["goodstreet-draw-1", "commitment", id, itemId, closes_at, seed].join("\n")));
    if (drawn_at === null || checked.has(id)) return;
    checked.add(id);
    seen.draws++;
    const drawn = giveaway.entries.filter(({ place }) => place !== null);
    const codes = drawn.map(({ code }) => code ?? "");
    const list = hash([...codes].sort().join("\n"));
    const ticket = (code: string) => hash(["goodstreet-draw-1", "ticket", seed, list, code].join("\n"));
    const order = [...codes].sort((a, b) => (ticket(a) < ticket(b) ? -1 : 1));
    expect(drawn.sort((a, b) => (a.place ?? 0) - (b.place ?? 0)).map(({ code }) => code)).toEqual(order);
    const people = drawn.map(({ user_id }) => user_id);
    for (const who of inDraw.get(id) ?? []) expect(people, `${who} entered in time`).toContain(who);
    for (const { entered_at } of drawn) expect(entered_at).toBeLessThan(closes_at ?? 0);
  }

  for (const { wait, before, steps: todo, faults } of turns) {
    platform.now += wait;
    if (before === "crash") platform.crash();
    if (before === "alarm") await platform.runAlarm();
    if (before === "cron") await platform.settle();
    if (before === "late") platform.deliverLate();
    if (before === "outage") platform.outage = true;
    if (before === "repair") platform.outage = false;
    platform.faults = [...faults];
    leaving = new Set(todo.flatMap((one) => (one.type === "leave" ? [one.person] : [])));
    const [first, ...others] = todo;
    if (first && faults.length > 0) await Promise.all([take(first), ...others.map(take)]);
    else for (const one of todo) await take(one);
    platform.faults = [];
    check();
  }

  // Everything ends: nobody does anything more, and time passes.
  await platform.settleAll();
  for (let day = 0; day < 8; day++) {
    platform.now += 26 * HOUR;
    await platform.runAlarm();
    await platform.settle();
    check();
  }
  const rows = database.run("SELECT * FROM giveaways WHERE item_id = ?", itemId);
  for (const row of rows) {
    expect(row.mode === "pick" ? ["open", "given", "ended"] : ["given", "ended"], `${row.mode}`).toContain(row.status);
    if (String(row.ended_as) in seen) seen[row.ended_as as keyof typeof seen]++;
  }
  const entries = database.run(
    "SELECT e.status FROM giveaway_entries e JOIN giveaways g ON g.id = e.giveaway_id WHERE g.item_id = ?",
    itemId,
  );
  for (const { status } of entries) if (String(status) in seen) seen[status as keyof typeof seen]++;
  for (const [name, sql] of Object.entries(GIVEAWAYS_AUDITS)) {
    expect(database.run(sql.replaceAll("?1", String(platform.now))), name).toEqual([]);
  }
}

describe("giveaways under random steps", () => {
  it("offer the item to one person at a time, in an order anyone can check (A124)", async () => {
    const turns = fc.array(turn, { minLength: 5, maxLength: 30, size: "max" });
    await fc.assert(fc.asyncProperty(turns, run), histories(1_800));
    if (!LONG) return;
    console.info(steps, seen);
    expect(steps).toBeGreaterThan(1_800 * 25);
    // Each of these must have happened, or the test would prove little.
    for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(10);
  });
});
