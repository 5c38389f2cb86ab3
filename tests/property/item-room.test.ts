/**
 * Tests an item room against an independent model, over random histories with concurrent commands, crashes at every
 * point and a failing D1. A history is accepted when some order of the concurrent commands explains every reply; a
 * command that died with its instance may or may not have happened.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import type { Result } from "#domain/result";
import type { Runnable } from "../../durable/item-room/command.ts";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { acknowledge, release, reserve } from "../../durable/item-room/commands/holds.ts";
import { peek, sellerSet } from "../../durable/item-room/commands/item.ts";
import * as orders from "../../durable/item-room/commands/orders.ts";
import { apply } from "../../durable/item-room/room.ts";
import { type RoomPorts, RoomRunner } from "../../durable/item-room/room-runner.ts";
import type { RoomState } from "../../durable/item-room/state.ts";
import { histories, LONG } from "../support/property-runs.ts";
import * as model from "./item-model.ts";
import cases from "./item-room.json" with { type: "json" };
import { type Person, viewOf } from "./order-model.ts";
import { type Answer, Database, DIED, type Fault, type MakeRunner, SimulatedPlatform } from "./simulated-platform.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 21);
const REFERENCE = "GS12345678";
const HANDOVER = { code: "482913", secret: "ten thousand guesses" };

const METHODS = { free: "free", bank: "bank_transfer", card: "stripe", cash: "cash" } as const;

/** One step: time passes, perhaps a crash, then concurrent commands, with faults for D1. */
interface Turn {
  wait: number;
  before: "nothing" | "crash" | "alarm" | "cron" | "late batches" | "outage begins" | "outage ends";
  ops: Intent[];
  faults: Fault[];
}

/** A generated command, unchanged or adapted to the current state, because most random commands are refused. */
interface Intent {
  op: model.Command;
  aimed: boolean;
}

let holds = 0;

function aim({ op: given, aimed }: Intent, state: model.Model, now: number): model.Command {
  // Each reserve call needs a new hold id, as in the route.
  if (given.type === "reserve") return { ...given, hold: `h${++holds}` };
  return aimed ? aimAt(towards(given, state, now), state, now) : given;
}

/** An order paid at pick-up that ended without its code. */
const endedCash = (state: model.Model, now: number) =>
  state.orders.findLast((one) => viewOf(one, now).lines.at(-1) === "not_collected");

/** Returns the command that must come first so that the generated command has an effect. */
function towards(given: model.Command, state: model.Model, now: number): model.Command {
  if (!("order" in given) || given.type === "begin" || given.type === "card_refunded") return given;
  const order = model.owner(state, now);
  const user = given.order < "o3" ? "ann" : "ben";
  if (!order) {
    if (given.type === "card_paid" && given.intent === "i1") return given;
    if (given.type === "missed" && endedCash(state, now)) return given;
    if (!model.liveHold(state, now)) return { type: "reserve", user, kind: "buy_now", hold: `h${++holds}` };
    const card = given.type === "attach" || given.type.startsWith("card") || given.order === "o3";
    const ends = ["call_off", "missed", "hand_over"].includes(given.type) && given.order !== "o1";
    const cash = ends || (given.type === "refund" && given.by === "service");
    const method = cash ? "cash" : card ? "card" : "bank";
    const unused = ORDERS.find((id) => !state.orders.some((known) => known.id === id)) ?? given.order;
    return { type: "begin", user, order: unused, evidence: false, acknowledged: true, amount: 0, method };
  }
  const { status, paid, card } = viewOf(order, now);
  if (given.type.startsWith("card") && !card) return { type: "attach", user, order: order.id, intent: "i0" };
  const after = ["hand_over", "refund", "dispute", "resolve", "collect", "propose", "answer"].includes(given.type);
  if (after && status === "awaiting_payment") {
    if (order.method === "card") return { type: "card_paid", order: order.id, intent: card?.intent ?? "i0", amount: 0 };
    return { type: "evidence", user, order: order.id, question: "", wrongReference: false };
  }
  if (given.type === "resolve" && status === "payment_confirmed") return { type: "dispute", user, order: order.id };
  if (after && !paid && given.order < "o2" && order.method === "bank")
    return { type: "confirm", user, order: order.id, question: "" };
  return given;
}

function aimAt(given: model.Command, state: model.Model, now: number): model.Command {
  const hold = model.liveHold(state, now);
  const order = model.owner(state, now);
  const view = order && viewOf(order, now);
  switch (given.type) {
    case "begin": {
      if (!hold) return given;
      const method = hold.price === 0 ? "free" : given.method === "free" ? "bank" : given.method;
      const evidence = given.evidence && method === "bank";
      return { ...given, user: hold.user, amount: hold.price, method, evidence, acknowledged: true };
    }
    case "release":
    case "acknowledge":
      return hold ? { ...given, user: hold.user } : given;
    case "evidence": {
      if (!order) return given;
      const next = `${order.id}q${order.facts.filter((fact) => fact.what === "sent").length}`;
      return { ...given, user: order.user, order: order.id, question: next, wrongReference: false };
    }
    case "confirm":
    case "deny":
      return order && view?.asked ? { ...given, user: "seller", order: order.id, question: view.asked } : given;
    case "cancel":
    case "collect":
    case "dispute":
    case "attach":
      return order ? { ...given, user: order.user, order: order.id } : given;
    case "card_paid": {
      // A late event of the provider is about an order that is over.
      const late = state.orders.findLast((one) => one.method === "card");
      const paying = order?.method === "card" ? order : late;
      return paying ? { ...given, order: paying.id, amount: given.amount === 1 ? 1 : paying.amount } : given;
    }
    case "card_failed":
    case "card_cancelled":
      return order ? { ...given, order: order.id, intent: view?.card?.intent ?? given.intent } : given;
    case "card_refunded": {
      const owed = state.orders.find((one) => viewOf(one, now).card?.state === "refund_due");
      return owed ? { ...given, order: owed.id, intent: viewOf(owed, now).card?.intent ?? "" } : given;
    }
    case "missed": {
      const about = order ?? endedCash(state, now);
      return about ? { ...given, user: given.user === "seller" ? "seller" : about.user, order: about.id } : given;
    }
    case "call_off":
      return order ? { ...given, user: given.user === "seller" ? "seller" : order.user, order: order.id } : given;
    case "propose": {
      if (!order || !view) return given;
      const user = given.user === "seller" ? "seller" : order.user;
      return { ...given, user, order: order.id, proposal: `${order.id}p${view.proposals.length}` };
    }
    case "answer": {
      const last = view?.proposals.at(-1);
      if (!order || !last) return given;
      return { ...given, user: last.side === "seller" ? order.user : "seller", order: order.id, proposal: last.id };
    }
    case "hand_over":
    case "refund":
      return order ? { ...given, user: "seller", order: order.id } : given;
    case "resolve":
      return order ? { ...given, order: order.id } : given;
    default:
      return given;
  }
}

const person = fc.constantFrom<Person>("seller", "ann", "ann", "ben", "ben", "cat");
const ORDERS = ["o1", "o2", "o3", "o4", "o5", "o6"];
const orderId = fc.constantFrom("o1", "o2", "o3");
const intent = fc.constantFrom("i0", "i0", "i0", "i1");
const question = fc.constantFrom("q0", "q0", "q1", "q2");
const price = fc.constantFrom(4_500, 4_500, 4_500, 0, 6_000);

const op: fc.Arbitrary<model.Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("reserve" as const),
      user: person,
      kind: fc.constantFrom("buy_now" as const, "cart" as const),
      hold: fc.constant(""),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("release" as const), user: person }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("acknowledge" as const), user: person }) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(person, orderId, fc.boolean(), fc.nat(5), price, fc.nat(9))
      .map(([user, order, evidence, ticked, amount, odd]): model.Command => {
        const free = odd === 0 ? amount > 0 : amount === 0;
        const method = free ? "free" : odd > 7 ? "cash" : odd > 4 ? "card" : "bank";
        return { type: "begin", user, order, evidence: evidence && !free, acknowledged: ticked > 0, amount, method };
      }),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(person, orderId, question, fc.nat(5)).map(
      ([user, order, q, odd]): model.Command => ({
        type: "evidence",
        user,
        order,
        question: `${order}${q}`,
        wrongReference: odd === 0,
      }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom("confirm" as const, "deny" as const), orderId, question, fc.nat(9)).map(
      ([type, order, q, odd]): model.Command => ({
        type,
        user: odd === 0 ? "ann" : "seller",
        order,
        question: `${order}${q}`,
      }),
    ),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constantFrom("cancel" as const, "cancel" as const, "collect" as const, "dispute" as const),
      user: person,
      order: orderId,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("attach" as const), user: person, order: orderId, intent }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("card_paid" as const),
      order: orderId,
      intent,
      amount: fc.constantFrom(4_500, 4_500, 4_500, 6_000, 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("card_failed" as const, "card_refunded" as const),
      order: orderId,
      intent,
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant("card_cancelled" as const),
      order: orderId,
      intent,
      by: fc.constantFrom("buyer" as const, "service" as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("hand_over" as const),
      user: person,
      order: orderId,
      scanned: fc.nat(4).map((n) => n === 0),
      right: fc.nat(4).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("refund" as const),
      user: person,
      order: orderId,
      by: fc.constantFrom("staff" as const, "seller" as const, "service" as const),
      relist: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom("call_off" as const, "missed" as const, "missed" as const),
      user: person,
      order: orderId,
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(person, orderId, fc.constantFrom("p0", "p0", "p1"), fc.constantFrom(-6, -2, 0, 1, 3))
      .map(([user, order, proposal, days]): model.Command => {
        const from = START + (7 + days) * DAY;
        return { type: "propose", user, order, proposal: `${order}${proposal}`, from };
      }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(person, orderId, fc.constantFrom("p0", "p0", "p1"), fc.boolean())
      .map(([user, order, proposal, accept]): model.Command => {
        return { type: "answer", user, order, proposal: `${order}${proposal}`, accept };
      }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("resolve" as const),
      user: person,
      order: orderId,
      outcome: fc.constantFrom("release" as const, "refund" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.nat(9),
        fc.constantFrom("active", "inactive", undefined, undefined, "removed"),
        fc.option(price),
        fc.nat(9),
      )
      .map(
        ([odd, status, to, rare]): model.Command => ({
          type: "set",
          user: odd === 0 ? "ben" : "seller",
          // A removed item ends the history, so it is rare.
          ...(status !== undefined && (status !== "removed" || rare === 0) && { status: status as "active" }),
          ...(to !== null && { price: to }),
        }),
      ),
  },
  { weight: 3, arbitrary: fc.constant<model.Command>({ type: "peek" }) },
);

const aimedOp: fc.Arbitrary<Intent> = fc.record({ op, aimed: fc.nat(3).map((n) => n > 0) });

const turn: fc.Arbitrary<Turn> = fc.record({
  wait: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(0, 1, 1_000, MINUTE) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(9 * MINUTE, DEFAULT_HOLD_MS - 1, DEFAULT_HOLD_MS, 16 * MINUTE, 30 * MINUTE),
    },
    { weight: 1, arbitrary: fc.constantFrom(DAY, 2 * DAY, 3 * DAY - 1, 3 * DAY, 7 * DAY + HOUR) },
  ),
  before: fc.oneof(
    { weight: 3, arbitrary: fc.constant("nothing" as const) },
    { weight: 2, arbitrary: fc.constant("alarm" as const) },
    { weight: 4, arbitrary: fc.constantFrom("crash", "cron", "late batches", "outage begins", "outage ends") },
  ),
  ops: fc.oneof(
    { weight: 3, arbitrary: fc.array(aimedOp, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(aimedOp, { minLength: 2, maxLength: 3 }) },
  ),
  faults: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fault[]>([]) },
    {
      weight: 2,
      arbitrary: fc.array(
        fc.constantFrom<Fault>("none", "refused", "reply_lost", "dies_before", "dies_after", "late"),
        { minLength: 1, maxLength: 3 },
      ),
    },
  ),
});

const history = fc.record({ price, turns: fc.array(turn, { minLength: 20, maxLength: 60, size: "max" }) });

async function carryOut(world: SimulatedPlatform, operation: model.Command, run: string): Promise<Answer<unknown>> {
  const own = (id: string) => `${run}${id}`;
  switch (operation.type) {
    case "peek":
      return world.ask(peek, undefined);
    case "reserve":
      return world.ask(reserve, { userId: operation.user, kind: operation.kind, holdId: operation.hold });
    case "release":
      return world.ask(release, { userId: operation.user });
    case "acknowledge":
      return world.ask(acknowledge, { userId: operation.user });
    case "set": {
      const { user, status, price: priceCents } = operation;
      return world.ask(sellerSet, { sellerId: user, status, priceCents });
    }
    case "begin":
      return world.ask(beginCheckout, {
        userId: operation.user,
        orderId: own(operation.order),
        transactionId: own(`t${operation.order}`),
        confirmationId: own(`${operation.order}q0`),
        method: METHODS[operation.method],
        amountCents: operation.amount,
        acknowledged: operation.acknowledged,
        bankReference: REFERENCE,
        bankDetails: { account_name: "S", bsb: "062-000", account_number: "12345" },
        evidence: operation.evidence,
        handover: HANDOVER,
        itemTitle: "A lamp",
        itemImageUrl: null,
        collectionDate: START + 7 * DAY,
        collectionEndsAt: START + 7 * DAY + HOUR,
        collectionZone: "Australia/Sydney",
        collectionSummary: "Newtown",
        collectionAddress: null,
      });
    case "evidence": {
      const command = {
        userId: operation.user,
        orderId: own(operation.order),
        confirmationId: own(operation.question),
        reference: operation.wrongReference ? "GS00000000" : REFERENCE,
      };
      return world.ask(orders.submitEvidence, command);
    }
    case "confirm":
    case "deny": {
      const command = {
        sellerId: operation.user,
        orderId: own(operation.order),
        confirmationId: own(operation.question),
        handover: HANDOVER,
      };
      return world.ask(operation.type === "confirm" ? orders.confirmPayment : orders.denyPayment, command);
    }
    default:
      return aboutDeal(world, operation, own);
  }
}

function aboutDeal(
  world: SimulatedPlatform,
  operation: Exclude<model.OrderCommand, { type: "evidence" | "confirm" | "deny" }>,
  own: (id: string) => string,
): Promise<Answer<unknown>> {
  const orderId = own(operation.order);
  switch (operation.type) {
    case "cancel":
      return world.ask(orders.cancelOrder, { userId: operation.user, orderId });
    case "collect":
      return world.ask(orders.collectOrder, { userId: operation.user, orderId });
    case "dispute":
      return world.ask(orders.openDispute, { userId: operation.user, orderId, reason: "Broken" });
    case "attach":
      return world.ask(orders.attachIntent, { userId: operation.user, orderId, intentId: operation.intent });
    case "card_paid": {
      const { intent: intentId, amount: amountCents } = operation;
      return world.ask(orders.cardPaid, { orderId, intentId, amountCents, handover: HANDOVER });
    }
    case "card_failed":
      return world.ask(orders.cardFailed, { orderId, intentId: operation.intent });
    case "card_refunded":
      return world.ask(orders.cardRefunded, { orderId, intentId: operation.intent });
    case "card_cancelled":
      return world.ask(orders.cardCancelled, { orderId, intentId: operation.intent, by: operation.by });
    case "hand_over": {
      const { user: sellerId, scanned, right } = operation;
      const proof = scanned
        ? { secret: right ? HANDOVER.secret : "another" }
        : { code: right ? HANDOVER.code : "000000" };
      return world.ask(orders.handOver, { sellerId, orderId, ...proof });
    }
    case "refund": {
      const { by, user, relist } = operation;
      return world.ask(orders.refundOrder, { orderId, by, actorId: by === "service" ? null : user, relist });
    }
    case "call_off":
    case "missed": {
      const how = operation.type === "call_off" ? ("call_off" as const) : ("report_missed" as const);
      return world.ask(orders.endCollection, { userId: operation.user, orderId, how });
    }
    case "propose": {
      const { user: userId, from } = operation;
      const proposalId = own(operation.proposal);
      return world.ask(orders.reschedule, { type: "propose", userId, orderId, proposalId, from, until: from + HOUR });
    }
    case "answer": {
      const { user: userId, accept } = operation;
      return world.ask(orders.reschedule, {
        type: "answer",
        userId,
        orderId,
        proposalId: own(operation.proposal),
        accept,
      });
    }
    case "resolve": {
      const command = { staffId: operation.user, orderId, outcome: operation.outcome, handover: HANDOVER };
      return world.ask(orders.resolveDispute, command);
    }
  }
}

/** What the model calls the value of a reply; an order by default. Null: the value has names of its own. */
const NAMES: Partial<Record<model.Command["type"], string | null>> = {
  peek: "view",
  set: "view",
  acknowledge: "hold",
  reserve: null,
  release: null,
  card_paid: null,
};

/** Removes this run's prefix from the ids of a reply, and names its value, to match the model. */
function plain(answer: Answer<unknown>, run: string, { type }: { type: model.Command["type"] }): Done["reply"] {
  if (answer === DIED) return DIED;
  const reply = JSON.parse(JSON.stringify(answer).replaceAll(run, "")) as Result<object>;
  if (!reply.ok) return reply;
  const name = type in NAMES ? NAMES[type] : "order";
  return { ok: true, ...(typeof name === "string" ? { [name]: reply.value } : reply.value) };
}

interface Done {
  op: model.Command;
  reply: model.Reply | typeof DIED;
}

/**
 * Returns every state the item may be in after these commands, given its possible states before (Wing and Gong's
 * search). Empty when no order of the commands explains the replies.
 */
function explain(candidates: model.Model[], done: Done[], now: number, faulty: boolean): model.Model[] {
  const found = new Map<string, model.Model>();
  const visited = new Set<string>();
  const search = (state: model.Model, left: readonly number[]) => {
    const key = `${left.join()}|${JSON.stringify(state)}`;
    if (visited.has(key)) return;
    visited.add(key);
    if (left.length === 0) found.set(JSON.stringify(state), state);
    for (const index of left) {
      const { op: operation, reply } = done[index] as Done;
      const rest = left.filter((other) => other !== index);
      // "Try again" is a valid reply only when D1 has just failed, and then nothing has happened.
      const untouched = reply === DIED || (faulty && !reply.ok && reply.code === "unavailable");
      if (untouched) search(state, rest);
      const expected = model.expectedReply(state, operation, now);
      if (reply === DIED || expected.matches(reply)) search(expected.next, rest);
    }
  };
  const all = done.map((_, index) => index);
  for (const candidate of candidates) search(candidate, all);
  return [...found.values()];
}

interface Tally {
  steps: number;
  crashes: number;
  disposals: number;
  sales: number;
  turns: number;
  /** Accepted commands by kind: a kind that is always refused would test nothing. */
  accepted: Record<string, number>;
  /** Final states of the orders paid at pick-up. */
  cash: Record<string, number>;
}

let runs = 0;
const database = new Database();

/** Plays one history against the room. Throws when it deviates from the model or breaks an invariant. */
async function play(input: { price: number; turns: Turn[] }, make: MakeRunner, tally: Tally): Promise<void> {
  const run = `r${++runs}_`;
  const world = new SimulatedPlatform(database, `${run}item`, input.price, START, make);
  let candidates = [model.newModel(input.price)];
  const fences = new Map<string, number>();
  let highestRev = 0;

  for (const [index, { wait, before, ops: intents, faults }] of input.turns.entries()) {
    world.now += wait;
    if (before === "crash") world.crash();
    if (before === "late batches") world.deliverLate();
    if (before === "outage begins" || before === "outage ends") world.outage = before === "outage begins";
    world.faults = [...faults];
    if (before === "alarm") await world.runAlarm();
    if (before === "cron") await world.settle();

    const [likely = model.newModel(input.price)] = candidates;
    const ops = intents.map((given) => aim(given, likely, world.now));
    const replies = await Promise.all(ops.map((operation) => carryOut(world, operation, run)));
    const done: Done[] = ops.map((operation, i) => ({
      op: operation,
      reply: plain(replies[i] as Answer<unknown>, run, operation),
    }));
    tally.turns++;
    tally.steps += ops.length;
    for (const { op: operation, reply } of done) {
      if (reply !== DIED && reply.ok) tally.accepted[operation.type] = (tally.accepted[operation.type] ?? 0) + 1;
    }
    tally.crashes += replies.filter((reply) => reply === DIED).length;

    const explained = explain(candidates, done, world.now, faults.length > 0);
    if (explained.length === 0) {
      throw new Error(
        `turn ${index}: no order explains ${JSON.stringify(done.map(({ op: o, reply }) => [o, String(reply) === String(DIED) ? "died" : reply]))} from ${JSON.stringify(candidates)}`,
      );
    }
    candidates = explained;
    checkStorage(world, `turn ${index}`);

    for (const { reply } of done) {
      if (reply === DIED || !reply.ok) continue;
      const { hold, view } = reply as { hold?: { hold_id: string; fence: number }; view?: { rev: number } };
      if (hold) checkFence(fences, hold);
      if (view) {
        expect(view.rev).toBeGreaterThanOrEqual(highestRev);
        highestRev = view.rev;
      }
    }
  }

  tally.disposals += world.disposals;
  await world.settleAll();
  const left = explain(
    candidates,
    [{ op: { type: "peek" }, reply: plain(await world.ask(peek, undefined), run, { type: "peek" }) }],
    world.now,
    false,
  );
  expect(left.length, "the room ends in a state the model knows").toBeGreaterThan(0);
  const agreeing = left.filter((candidate) => agreesWithD1(world, candidate, run));
  if (agreeing.length === 0) {
    throw new Error(
      `D1 does not agree: ${JSON.stringify(d1View(world, run))} against ${JSON.stringify(left.map((c) => modelView(c, world.now)))}; ${world.problems.slice(-3).join("; ")}`,
    );
  }
  expect(world.problems.filter((problem) => /constraint/.test(problem))).toEqual([]);
  checkHistory(world);
  for (const order of agreeing[0]?.orders.filter(({ method }) => method === "cash") ?? []) {
    const end = viewOf(order, world.now).lines.at(-1) ?? "";
    tally.cash[end] = (tally.cash[end] ?? 0) + 1;
  }
  if (agreeing.some((candidate) => model.publicStatus(candidate, world.now) === "sold")) tally.sales++;
}

function checkFence(fences: Map<string, number>, hold: { hold_id: string; fence: number }): void {
  const known = fences.get(hold.hold_id);
  if (known !== undefined) expect(hold.fence, "a hold keeps its fence").toBe(known);
  fences.set(hold.hold_id, hold.fence);
  expect(new Set(fences.values()).size, "no two holds share a fence").toBe(fences.size);
}

const ORDER_DEADLINE: Record<string, (order: RoomState["orders"][number]) => number | null> = {
  // Past the deadline an open intent waits for the provider's event, which no alarm can bring.
  awaiting_payment: (order) => (order.card?.state === "closing" ? null : order.payment_deadline),
  payment_pending_seller_confirmation: (order) => order.confirmation_deadline,
  awaiting_collection: (order) => order.collection_ends_at + DAY,
};

/** Checks the invariants of storage that must hold at every instant. */
function checkStorage(world: SimulatedPlatform, at: string): void {
  const state: RoomState | undefined = world.stored;
  const [item] = world.database.run("SELECT rev FROM items WHERE id = ?", world.itemId);
  if (!state) return;
  const behind = state.rev > Number(item?.rev);
  if (behind) expect(world.alarm, `${at}: changes that D1 has not stored have an alarm`).not.toBeNull();
  if (state.item.hold) {
    expect(state.item.hold.until - state.item.hold.started_at).toBe(DEFAULT_HOLD_MS);
    expect(world.alarm ?? Number.POSITIVE_INFINITY, `${at}: a hold has an alarm`).toBeLessThanOrEqual(
      state.item.hold.until,
    );
  }
  for (const order of state.orders) {
    const deadline = ORDER_DEADLINE[order.status]?.(order) ?? Number.POSITIVE_INFINITY;
    expect(deadline, `${at}: an open order has an alarm`).toBeGreaterThanOrEqual(world.alarm ?? 0);
    if (deadline < Number.POSITIVE_INFINITY) expect(world.alarm, `${at}: an open order has an alarm`).not.toBeNull();
  }
  expect(Number(item?.rev), `${at}: D1 is never ahead of the room`).toBeLessThanOrEqual(state.rev);
}

function d1View(world: SimulatedPlatform, run: string) {
  const rows = (sql: string) => world.database.run(sql, world.itemId);
  const [item] = rows(
    "SELECT status, price_cents, holder_id, hold_until, order_id, deleted_at FROM items WHERE id = ?",
  );
  const orders = rows(
    "SELECT id, buyer_id, status, amount_cents, marked_incomplete, strike_exempt, card_intent_id, card_state FROM orders WHERE item_id = ?",
  );
  const asked = rows("SELECT id, order_id, status FROM payment_confirmations WHERE item_id = ?");
  const lines = rows(
    `SELECT e.order_id, group_concat(e.kind, ' ' ORDER BY e.rev) AS kinds FROM order_events e
      JOIN orders o ON o.id = e.order_id WHERE o.item_id = ? GROUP BY e.order_id`,
  );
  const money = rows("SELECT order_id, status, payment_status FROM transactions WHERE item_id = ?");
  const sorted = (list: string[]) => list.map((line) => line.replaceAll(run, "")).sort();
  return {
    item: `${item?.deleted_at === null ? item?.status : "removed"} ${item?.price_cents} ${item?.holder_id} ${item?.hold_until} ${String(item?.order_id).replace(run, "")}`,
    orders: sorted(
      orders.map(
        (o) =>
          `${o.id} ${o.buyer_id} ${o.status} ${o.amount_cents} ${o.marked_incomplete && `missed ${o.strike_exempt}`} ${o.card_intent_id} ${o.card_state}`,
      ),
    ),
    lines: sorted(lines.map((line) => `${line.order_id} ${line.kinds}`)),
    asked: sorted(asked.map((c) => `${c.id} ${c.status}`)),
    money: sorted(money.map((t) => `${t.order_id} ${t.status} ${t.payment_status}`)),
  };
}

function modelView(state: model.Model, now: number): ReturnType<typeof d1View> {
  const hold = model.liveHold(state, now);
  const order = model.owner(state, now);
  const shown = state.listing === "removed" ? "removed" : model.publicStatus(state, now).replace("reserved", "active");
  const deal = (status: string) =>
    status === "completed"
      ? "completed"
      : ["expired", "cancelled", "refunded"].includes(status)
        ? "cancelled"
        : "pending";
  return {
    item: `${shown} ${state.price} ${hold?.user ?? null} ${hold?.to ?? null} ${order?.id ?? null}`,
    orders: state.orders
      .map((o) => {
        const { status, card, exempt } = viewOf(o, now);
        const missed = status === "expired" && o.method !== "cash" ? `missed ${Number(exempt)}` : 0;
        return `${o.id} ${o.user} ${status} ${o.amount} ${missed} ${card?.intent ?? null} ${card?.state ?? null}`;
      })
      .sort(),
    lines: state.orders.map((o) => `${o.id} ${viewOf(o, now).lines.join(" ")}`).sort(),
    asked: state.orders.flatMap((o) => [...viewOf(o, now).answers].map(([asked, how]) => `${asked} ${how}`)).sort(),
    money: state.orders
      .map((o) => {
        const { status, paid } = viewOf(o, now);
        return `${o.id} ${deal(status)} ${paid ? "completed" : "pending"}`;
      })
      .sort(),
  };
}

function agreesWithD1(world: SimulatedPlatform, candidate: model.Model, run: string): boolean {
  return JSON.stringify(d1View(world, run)) === JSON.stringify(modelView(candidate, world.now));
}

/** Both sides received an email about every order. The order's events are compared line by line elsewhere. */
function checkHistory(world: SimulatedPlatform): void {
  const unwritten = world.database.run(
    `SELECT o.id FROM orders o WHERE o.item_id = ? AND
      (SELECT count(DISTINCT to_address) FROM mail_outbox m WHERE m.dedupe_key LIKE 'order:' || o.id || ':%') <> 2`,
    world.itemId,
  );
  expect(unwritten).toEqual([]);
}

const honest: MakeRunner = (itemId, ports) => new RoomRunner(itemId, ports);
const newTally = (): Tally => ({ steps: 0, crashes: 0, disposals: 0, sales: 0, turns: 0, accepted: {}, cash: {} });

describe("item room", () => {
  it("agrees with an independent model over random steps, crashes, faults and races (A29)", async () => {
    const tally = newTally();
    const plays = fc.asyncProperty(history, (input) => play(input, honest, tally));
    await fc.assert(plays, histories(1_200));
    if (!LONG) return;
    console.info(JSON.stringify(tally));
    expect(tally.steps).toBeGreaterThanOrEqual(10_000);
    // The histories must include crashes, evictions of idle rooms, and sales.
    expect(tally.crashes).toBeGreaterThan(500);
    expect(tally.disposals).toBeGreaterThan(25);
    expect(tally.sales).toBeGreaterThan(50);
    for (const end of ["handed_over", "called_off", "not_collected", "collection_missed", "cancelled"]) {
      expect(tally.cash[end] ?? 0, `paid at pick-up: ${end}`).toBeGreaterThan(2);
    }
    for (const kind of cases.kinds) expect(tally.accepted[kind] ?? 0, `${kind} carried out`).toBeGreaterThan(15);
  });
});

/** Injected bugs. The test must find each of them, or the test above proves nothing. */
const MUTANTS: Record<string, MakeRunner> = {
  "an await between check and write": (itemId, ports) => new AwaitsBetweenCheckAndWrite(itemId, ports),
  "a commit that is kept in memory only": (itemId, ports) => new RoomRunner(itemId, withLostWrites(ports)),
  "a commit without an alarm for the outbox": (itemId, ports) =>
    new RoomRunner(itemId, { ...ports, write: (state) => ports.write(state, null, []), arm: () => undefined }),
  "a projection that counts as seen although D1 refused it": (itemId, ports) =>
    new RoomRunner(itemId, {
      ...ports,
      d1: (statements) => ports.d1(statements).catch(() => statements.map(() => [])),
    }),
  "a hold that one in thirty reserves steals": (itemId, ports) => new StealsHolds(itemId, ports),
};

class AwaitsBetweenCheckAndWrite extends RoomRunner {
  protected override commit<Input, Value>({ reduce }: Runnable<Input, Value>, input: Input): Result<Value> {
    const checked = async () => {
      const before = this.state as RoomState;
      const context = { now: this.ports.now(), past: null, negotiation: null };
      const { state, reply } = apply(before, reduce, input, context);
      await Promise.resolve();
      if (state !== before) this.save(state);
      return reply;
    };
    return checked() as unknown as Result<Value>;
  }
}

let stolen = 0;

class StealsHolds extends RoomRunner {
  protected override commit<Input, Value>(command: Runnable<Input, Value>, input: Input, past: null): Result<Value> {
    const { state } = this;
    const stealing = command.reduce === (reserve.reduce as unknown) && ++stolen % 30 === 0;
    if (stealing && state?.item.hold) this.save({ ...state, item: { ...state.item, hold: null } });
    return super.commit(command, input, past);
  }
}

let writes = 0;

function withLostWrites(ports: RoomPorts): RoomPorts {
  return { ...ports, write: (state, alarm) => (++writes % 20 === 0 ? undefined : ports.write(state, alarm, [])) };
}

describe("item room with an injected bug", () => {
  for (const [bug, make] of Object.entries(MUTANTS)) {
    it(`finds ${bug}`, async () => {
      const tally = newTally();
      const plays = fc.asyncProperty(history, (input) => play(input, make, tally));
      const result = await fc.check(plays, { numRuns: 2_500, endOnFailure: true });
      expect(result.failed, `not found in ${tally.steps} steps`).toBe(true);
    });
  }
});
