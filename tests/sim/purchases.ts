/** Two items bought together and paid by one bank transfer (features/checkout/purchases); each await is a `yield`. */
import {
  afterCancelling,
  cancelledWith,
  DECISION_STALE_MS,
  type DecidedPart,
  isOver,
  isPaidFor,
  isPayable,
  isUndecided,
} from "#domain/checkout/purchase-decision";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { reserve } from "../../durable/item-room/commands/holds.ts";
import * as orders from "../../durable/item-room/commands/orders.ts";
import { findOrder } from "../../durable/item-room/state.ts";
import { assertInvariant, type Market, type Process, type PurchaseRow, type Room } from "./world.ts";

const OVER = ["cancelled", "expired", "refunded"];
const DAY = 86_400_000;
/** No request lives this long, so an unfinished purchase was left by a Worker that died. */
const ABANDONED_MS = 2 * 60_000;

export function* buyTogether(world: Market, buyer: string, rooms: readonly Room[]): Process {
  const id = world.id("p");
  const parts = rooms.map((one) => ({
    order: world.id("o"),
    item: one.id,
    amount: world.load(one).item.price_cents,
  }));
  const purchase: PurchaseRow = {
    id,
    buyer,
    status: "placing",
    decision: "open",
    decided_at: 0,
    decided_order: null,
    created: world.now,
    parts,
  };
  world.purchases.set(id, purchase);
  for (const part of parts) {
    if (part !== parts[0] && world.random.chance(30)) yield;
    if (world.now >= purchase.created + ABANDONED_MS) return;
    if (!place(world, purchase, part)) {
      yield* undo(world, purchase);
      return;
    }
  }
  if (world.random.chance(30)) yield;
  if (world.now < purchase.created + ABANDONED_MS) purchase.status = "placed";
}

function place(world: Market, { id, buyer }: PurchaseRow, { order: orderId, item, amount }: PurchaseRow["parts"][0]) {
  const hold = { userId: buyer, kind: "cart" as const, holdId: world.id("h"), percentOff: null };
  if (!world.ask(item, reserve, hold).ok) return false;
  const command = {
    userId: buyer,
    orderId,
    transactionId: `t${orderId}`,
    confirmationId: `${orderId}q0`,
    method: "bank_transfer" as const,
    amountCents: amount,
    acknowledged: true,
    bankReference: `GS ${id}`,
    bankDetails: { account_name: "S", bsb: "062-000", account_number: "1" },
    evidence: false,
    crypto: null,
    itemTitle: "A lamp",
    itemImageUrl: null,
    collectionDate: world.now + 6 * DAY,
    collectionEndsAt: world.now + 6 * DAY + 3_600_000,
    collectionZone: "Australia/Sydney",
    collectionSummary: "Newtown",
    collectionAddress: null,
    purchaseId: id,
  };
  return world.ask(item, beginCheckout, command).ok;
}

function* undo(world: Market, purchase: PurchaseRow): Process {
  for (const { order: orderId, item } of purchase.parts) {
    yield;
    world.ask(item, orders.cancelOrder, { userId: purchase.buyer, orderId });
  }
  if (purchase.status === "placing") purchase.status = "failed";
}

/** The parts as D1 knows them. An order that its room has not projected yet counts as placed. */
function partsOf(world: Market, { id, parts }: PurchaseRow): DecidedPart[] {
  return parts.map(({ order: orderId, amount }) => ({
    order_id: orderId,
    group: id,
    amount_cents: amount,
    status: world.orders.get(orderId)?.status ?? "awaiting_payment",
    payment_deadline: world.orders.get(orderId)?.payment_deadline ?? null,
  }));
}

/** Statuses from the rooms, which are ahead of D1. */
function asRoomsSay(world: Market, purchase: PurchaseRow, parts: readonly DecidedPart[]): DecidedPart[] {
  return parts.map((part) => {
    const item = purchase.parts.find(({ order }) => order === part.order_id)?.item ?? "";
    const seen = findOrder(world.load(world.room(item)), part.order_id);
    return seen ? { ...part, status: seen.status } : part;
  });
}

/** Compare and set: succeeds only when the row is unchanged since it was read. */
function take(
  world: Market,
  purchase: PurchaseRow,
  read: Pick<PurchaseRow, "decision" | "decided_at">,
  decision: "committing" | "cancelling",
  orderId: string | null,
): number | null {
  if (purchase.decision !== read.decision || purchase.decided_at !== read.decided_at) return null;
  purchase.decision = decision;
  // Unique, as in production, where two attempts never share a millisecond.
  purchase.decided_at = Math.max(world.now, purchase.decided_at + 1);
  purchase.decided_order = orderId;
  return purchase.decided_at;
}

function conclude(purchase: PurchaseRow, takenAt: number, decision: PurchaseRow["decision"]): void {
  if (isUndecided(purchase.decision) && purchase.decided_at === takenAt) purchase.decision = decision;
}

/** A request lives less than a minute, so its Worker has ended by then. */
const isDead = (world: Market, takenAt: number) => world.now >= takenAt + DECISION_STALE_MS;

function submit(world: Market, purchase: PurchaseRow, orderId: string, cause: string): boolean {
  const item = purchase.parts.find(({ order }) => order === orderId)?.item ?? "";
  const command = {
    userId: purchase.buyer,
    orderId,
    confirmationId: `${orderId}${cause}`,
    reference: `GS ${purchase.id}`,
  };
  return world.ask(item, orders.submitEvidence, command).ok;
}

/** The buyer says that the bank transfer is on its way. */
export function* payTogether(world: Market, purchase: PurchaseRow, orderId: string): Process {
  yield* settleIfStale(world, purchase);
  const read = { ...purchase };
  const parts = partsOf(world, purchase);
  if (!world.orders.has(orderId) || read.status !== "placed") return;
  yield;
  if (world.rules.payProblem(read.decision, parts, world.now) !== null) return;
  const at = take(world, purchase, read, "committing", null);
  if (at === null) return;
  yield;
  if (isDead(world, at)) return;
  const cause = `q${at}`;
  const given = submit(world, purchase, orderId, cause);
  for (const part of given ? parts.filter((one) => isPayable(one) && one.order_id !== orderId) : []) {
    yield;
    if (isDead(world, at)) return;
    submit(world, purchase, part.order_id, cause);
  }
  yield;
  conclude(purchase, at, given ? "committed" : read.decision);
}

export function* cancelTogether(world: Market, purchase: PurchaseRow, orderId: string): Process {
  yield* settleIfStale(world, purchase);
  const read = { ...purchase };
  const parts = partsOf(world, purchase);
  if (!world.orders.has(orderId) || read.status !== "placed") return;
  yield;
  const others = asRoomsSay(world, purchase, cancelledWith(parts, orderId));
  if (world.rules.cancelProblem(read.decision, others) !== null) return;
  yield;
  const at = take(world, purchase, read, "cancelling", orderId);
  if (at === null) return;
  yield;
  if (isDead(world, at)) return;
  if (!cancelOne(world, purchase, orderId)) {
    conclude(purchase, at, read.decision);
    return;
  }
  for (const other of others) {
    yield;
    if (isDead(world, at)) return;
    cancelOne(world, purchase, other.order_id);
  }
  yield;
  conclude(purchase, at, afterCancelling(partsOf(world, purchase)));
}

function cancelOne(world: Market, purchase: PurchaseRow, orderId: string): boolean {
  const item = purchase.parts.find(({ order }) => order === orderId)?.item ?? "";
  return world.ask(item, orders.cancelOrder, { userId: purchase.buyer, orderId }).ok;
}

function* settleIfStale(world: Market, purchase: PurchaseRow): Process {
  if (isUndecided(purchase.decision) && isDead(world, purchase.decided_at)) yield* settle(world, purchase);
}

/** Finishes a decision whose Worker died. */
function* settle(world: Market, purchase: PurchaseRow): Process {
  const { decision, decided_at: before, decided_order: orderId } = purchase;
  if (decision !== "committing" && decision !== "cancelling") return;
  const read = partsOf(world, purchase);
  const at = take(world, purchase, { decision, decided_at: before }, decision, orderId);
  if (at === null) return;
  yield;
  const parts = asRoomsSay(world, purchase, read);
  const cancelling = decision === "cancelling";
  const begun = parts.some(isPaidFor);
  // The requested order goes first: when its room refuses because it is paid, the others stay as well.
  const first = parts.filter((part) => part.order_id === orderId);
  const others = parts.filter((part) => part.order_id !== orderId);
  const asked = cancelling ? [...first, ...others] : begun ? parts.filter(isPayable) : [];
  let gone = first.some(isOver);
  for (const part of asked) {
    yield;
    if (isDead(world, at)) return;
    if (!cancelling) submit(world, purchase, part.order_id, `s${before}`);
    else if (part.order_id === orderId) gone = cancelOne(world, purchase, part.order_id) || gone;
    else if (gone) cancelOne(world, purchase, part.order_id);
  }
  yield;
  const paid = begun ? "committed" : "open";
  conclude(purchase, at, cancelling ? afterCancelling(partsOf(world, purchase)) : paid);
}

/** The job that finishes purchases and decisions left by dead Workers. */
export function* finishPurchases(world: Market): Process {
  for (const purchase of world.purchases.values()) {
    if (purchase.status === "placing" && purchase.created <= world.now - ABANDONED_MS) {
      yield;
      const there = purchase.parts.every(({ order, item }) => findOrder(world.load(world.room(item)), order));
      if (!there) yield* undo(world, purchase);
      else if (purchase.status === "placing") purchase.status = "placed";
    }
    yield* settleIfStale(world, purchase);
  }
}

/** After every step: outside a decision, all parts of a purchase are alive, or none. */
export function checkPurchases(world: Market, statusOf: (orderId: string) => string | undefined): void {
  for (const { id, status, decision, parts } of world.purchases.values()) {
    if (status !== "placed" || isUndecided(decision)) continue;
    const statuses = parts.map(({ order }) => statusOf(order) ?? "");
    const details = () => `${id} ${decision} ${statuses.join()}`;
    const stands = statuses.some((one) => one !== "awaiting_payment" && !OVER.includes(one));
    assertInvariant(
      !(statuses.includes("cancelled") && stands),
      "one part is cancelled while another remains (D38)",
      details,
    );
    assertInvariant(
      decision !== "cancelled" || statuses.every((one) => OVER.includes(one)),
      "a purchase is cancelled in part (D38)",
      details,
    );
  }
}

export function checkPurchasesAtRest(world: Market): void {
  for (const { id, status, decision } of world.purchases.values()) {
    assertInvariant(status !== "placing", "a purchase stays unfinished (D38)", () => id);
    assertInvariant(!isUndecided(decision), "a decision stays unfinished (D38)", () => `${id} ${decision}`);
  }
}
