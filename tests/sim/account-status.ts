/**
 * Counts missed payments like features/status: read, compute, and write in one batch that fails on concurrent
 * changes.
 */
import { isStaff } from "#domain/status/account-status";
import type { MissedOrder } from "#domain/status/strikes";
import { type Account, assertInvariant, type Market, type Process } from "./world.ts";

const LADDER_REASON = "missed payments";
const DAY = 86_400_000;

export function* applyStrikes(world: Market, buyerId: string | null): Process {
  for (const person of world.people.values()) {
    if (buyerId !== null && person.id !== buyerId) continue;
    yield* takeBackPaid(world, person);
    const missed = uncounted(world, person);
    if (missed.length > 0) yield* countMissed(world, person, missed);
    yield* settleAccountStatus(world, person);
  }
}

function uncounted(world: Market, person: Account): MissedOrder[] {
  return [...world.orders.values()].flatMap((order) => {
    const counts =
      order.buyer_id === person.id &&
      order.marked_incomplete &&
      !order.strike_exempt &&
      order.status === "expired" &&
      order.paid_at === null;
    if (!counts || person.strikes.some((strike) => strike.order_id === order.id)) return [];
    const missed_at = order.events.findLast((event) => event.kind === "expired")?.at ?? order.updated_at;
    return [{ order_id: order.id, placed_at: order.created_at, missed_at }];
  });
}

function* countMissed(world: Market, person: Account, missed: readonly MissedOrder[]): Process {
  for (let attempt = 0; attempt < 4; attempt++) {
    const known = person.strikes;
    const { role, flags: before } = person;
    yield;
    const added = world.rules.strikesFor({ role, is_banned: before.is_banned, strikes: known }, missed, world.now);
    if (added.length === 0) return;
    yield;
    // The key of a strike is its order, and (buyer, seq) is unique: a run that missed another run's rows starts again.
    if (person.strikes.length !== known.length) continue;
    const basis = person.strikes === known;
    const all = [...person.strikes, ...added];
    person.strikes = all;
    const costs = added.some((strike) => strike.counted);
    if (costs && basis) person.flags = world.rules.accountFlags(before, all, LADDER_REASON, world.now);
    if (costs) {
      yield;
      yield* settleAccountStatus(world, person);
    }
    return;
  }
}

export function* settleAccountStatus(world: Market, person: Account): Process {
  for (let attempt = 0; attempt < 4; attempt++) {
    const { flags, strikes } = person;
    if (strikes.length === 0) return;
    yield;
    const next = world.rules.accountFlags(flags, strikes, LADDER_REASON, world.now);
    if (person.strikes !== strikes) continue;
    person.flags = next;
    return;
  }
}

function* takeBackPaid(world: Market, person: Account): Process {
  const paid = person.strikes.filter((strike) => {
    const order = world.orders.get(strike.order_id);
    const clean = order && (!order.marked_incomplete || order.strike_exempt || order.paid_at !== null);
    return strike.overturned_at === null && strike.excuse === null && clean;
  });
  if (paid.length > 0)
    yield* overturnStrikes(
      world,
      person,
      paid.map((strike) => strike.order_id),
    );
}

/** Overturns strikes after an accepted appeal, or after an order was paid late. */
export function* overturnStrikes(world: Market, person: Account, orderIds: string[]): Process {
  const known = person.strikes;
  yield;
  // Updates only the rows it changes; rows added meanwhile stay.
  const after = world.rules.overturn(known, new Set(orderIds), world.now);
  const changes = new Map(
    after.filter((strike, index) => strike !== known[index]).map((strike) => [strike.order_id, strike]),
  );
  person.strikes = person.strikes.map((strike) => changes.get(strike.order_id) ?? strike);
  yield;
  yield* settleAccountStatus(world, person);
}

/** Checks the invariants of an account after every change. */
export function checkPerson(world: Market, person: Account): void {
  const { strikes, flags } = person;
  const orders = new Set(strikes.map((strike) => strike.order_id));
  assertInvariant(orders.size === strikes.length, "an order has two strikes", () => JSON.stringify(strikes));
  const counted = strikes.filter((strike) => strike.counted);
  const events = new Set(counted.map((strike) => strike.event_id));
  assertInvariant(events.size === counted.length, "an event counts twice (D32)", () => JSON.stringify(strikes));
  assertInvariant(
    counted.every((strike) => strike.excuse === null && strike.overturned_at === null),
    "an excused strike counts",
    () => person.id,
  );
  assertInvariant(
    !(flags.is_banned && flags.is_suspended),
    "an account is banned and suspended at once",
    () => person.id,
  );
  const staff = isStaff(person.role);
  assertInvariant(
    !staff || (counted.length === 0 && !flags.is_banned && !flags.is_suspended),
    "staff have a penalty",
    () => person.id,
  );
  for (const strike of strikes) {
    const order = world.orders.get(strike.order_id);
    assertInvariant(order?.buyer_id === person.id, "a strike is for another user's order", () => strike.order_id);
    assertInvariant(
      !order || order.confirmations.length === 0,
      "a buyer who sent evidence has a strike (D31)",
      () => strike.order_id,
    );
  }
  if (strikes.some((strike) => strike.overturned_at !== null)) return;
  const byTime = counted.toSorted((a, b) => a.at - b.at);
  for (const [index, strike] of byTime.entries()) {
    const before = byTime[index - 1];
    if (before)
      assertInvariant(strike.at - before.at >= DAY, "two strikes within 24 hours (D32)", () => JSON.stringify(byTime));
  }
}

/** Checks an account after all sweeps have run. Written from D32, independently of the strike rules. */
export function checkSettled(world: Market, person: Account): void {
  const { flags, strikes } = person;
  const counted = strikes.filter((strike) => strike.counted).toSorted((a, b) => a.at - b.at);
  for (const strike of strikes.filter((one) => one.overturned_at === null && one.excuse === null)) {
    const order = world.orders.get(strike.order_id);
    assertInvariant(
      order?.paid_at === null && order.marked_incomplete && !order.strike_exempt,
      "a paid or excused order counts",
      () => strike.order_id,
    );
  }
  const twice = counted.some((strike, i) => i > 0 && strike.at - (counted[i - 1]?.at ?? 0) < 365 * DAY);
  assertInvariant(flags.is_banned === twice, "the ban does not match the strikes of twelve months", () =>
    JSON.stringify(person),
  );
  const recent = counted.filter((strike) => world.now - strike.at < 365 * DAY).length;
  assertInvariant(flags.incomplete_transaction_count === recent, "the strike count is wrong", () =>
    JSON.stringify(person),
  );
  const last = Math.max(0, ...counted.map((strike) => strike.applied_at + DAY));
  const suspended = !twice && last > world.now;
  assertInvariant(flags.is_suspended === suspended, "the suspension does not match the last strike", () =>
    JSON.stringify([person, world.now]),
  );
  assertInvariant(
    !suspended || flags.suspension_end_date === last,
    "the suspension does not end 24 hours after the strike",
    () => person.id,
  );
  assertInvariant(uncounted(world, person).length === 0, "a missed payment was not counted", () => person.id);
}
