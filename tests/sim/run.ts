/** Runs a market from a seed for a number of steps, then lets all open work finish. Shrinks a failing run to fewer steps. */

import { applyStrikes, checkPerson, checkSettled } from "./account-status.ts";
import { Actors } from "./actors.ts";
import { checkSettledMarket, InvariantChecker } from "./invariants.ts";
import { applyIntent, checkMoney, closeDueIntents, reconcileIntents } from "./payments.ts";
import { accrueProceeds, reverseDueTransfers, sendTransfers } from "./payouts.ts";
import { Provider } from "./provider.ts";
import { checkPurchases, checkPurchasesAtRest, finishPurchases } from "./purchases.ts";
import { Random } from "./random.ts";
import { retryRefunds } from "./refunds.ts";
import { applyDispute, checkReversals, checkReversalsAtRest, followReversals } from "./reversals.ts";
import { Market, type Rules, Violation } from "./world.ts";

export const RUN_STEPS = 1_500;

export interface RunResult {
  steps: number;
  days: number;
  done: Map<string, number>;
  transitions: Map<string, number>;
  violation: string | null;
}

/** `only` limits the run to these steps. */
export function run(rules: Rules, seed: number, steps: number, only?: ReadonlySet<number>): RunResult {
  const world = new Market(rules, new Provider(), new Random(seed));
  const watch = new InvariantChecker();
  const actors = new Actors(world, watch);
  world.changed = (room, before, after) => watch.changed(world, room, before, after);
  const began = world.now;
  let step = 0;
  let violation: string | null = null;
  try {
    for (; step < steps; step++) {
      if (only && !only.has(step)) continue;
      world.random = new Random(seed, step);
      actors.step();
      for (const row of world.payments.values()) checkMoney(world, row);
      for (const person of world.people.values()) checkPerson(world, person);
      checkReversals(world, (id) => watch.newest.get(id)?.status);
      checkPurchases(world, (id) => watch.newest.get(id)?.status);
    }
    settleAll(world, watch, actors);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error.message;
  }
  return {
    steps: Math.min(step + 1, steps),
    days: (world.now - began) / 86_400_000,
    done: actors.done,
    transitions: watch.transitions,
    violation,
  };
}

/** Stops faults and user actions, and lets alarms, jobs and the provider settle everything. */
function settleAll(world: Market, watch: InvariantChecker, actors: Actors): void {
  world.faults = false;
  const drain = () => {
    for (let left = 100_000; world.processes.length > 0 && left > 0; left--) actors.advance();
    while (world.late.length > 0) world.deliverLate();
  };
  for (let round = 0; round < 16; round++) {
    for (const intent of world.provider.intents.values())
      while (intent.state === "processing") world.provider.charge(intent, world.random);
    for (const event of world.provider.events.splice(0)) world.processes.push(applyIntent(world, event.facts));
    drain();
    if (round === 4) {
      const open = [...world.provider.disputes.values()].filter(({ status }) => status === "open");
      for (const { intent } of open) world.provider.judge(intent, world.random.chance(50) ? "won" : "lost");
    }
    for (const event of world.provider.disputeEvents) world.processes.push(applyDispute(world, event.facts));
    drain();
    for (const room of world.rooms) {
      world.runAlarm(room);
      world.settle(room);
    }
    drain();
    for (const job of [
      closeDueIntents(world, null),
      reconcileIntents(world),
      finishPurchases(world),
      followReversals(world),
      retryRefunds(world),
      accrueProceeds(world),
      sendTransfers(world),
      reverseDueTransfers(world),
    ]) {
      world.processes.push(job);
      drain();
    }
    world.processes.push(applyStrikes(world, null));
    drain();
    world.now += 12 * 3_600_000;
  }
  for (const room of world.rooms) world.settle(room);
  drain();
  world.processes.push(applyStrikes(world, null));
  drain();
  actors.summary();
  checkSettledMarket(world, watch);
  checkPurchasesAtRest(world);
  checkReversalsAtRest(world, (id) => watch.newest.get(id)?.status);
  for (const person of world.people.values()) checkSettled(world, person);
}

/** Shortens a run with the same violation by leaving out smaller and smaller parts, for at most `forMs`. */
export function shorten(rules: Rules, seed: number, found: RunResult, forMs: number): number[] {
  const invariant = (message: string | null) => message?.split(":")[0];
  let remaining = Array.from({ length: found.steps }, (_, index) => index);
  const until = performance.now() + forMs;
  for (let size = Math.ceil(remaining.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < remaining.length && performance.now() < until; ) {
      const fewer = [...remaining.slice(0, at), ...remaining.slice(at + size)];
      const again = run(rules, seed, found.steps, new Set(fewer));
      if (invariant(again.violation) === invariant(found.violation)) remaining = fewer;
      else at += size;
    }
  }
  return remaining;
}
