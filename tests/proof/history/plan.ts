/** A plan of calls on one item, generated from a seed. Plans are recorded, and shortened after a failure. */
import { Random } from "../../sim/random.ts";

/** Generated steps. The order of a `cancel` and the duration of a `wait` are known only when they are carried out. */
export type Step =
  | "reserve"
  | "release"
  | "buy"
  | "cancel"
  | "read"
  | "pause"
  | "resume"
  | "reprice"
  | "mark_sold"
  | "undo_sold"
  | "wait";

export interface PlannedStep {
  step: Step;
  /** Milliseconds before the step begins. */
  after: number;
  /** Milliseconds after which the client hangs up, or null. */
  hangUp: number | null;
}

export interface Plan {
  cents: number;
  /** The first client is the seller. */
  clients: PlannedStep[][];
}

/** Repeats a step to weight the random choice. */
const times = (step: Step, count: number): Step[] => Array.from({ length: count }, () => step);

const BUYER: readonly Step[] = [
  ...times("reserve", 6),
  ...times("release", 3),
  ...times("buy", 4),
  ...times("cancel", 2),
  ...times("read", 4),
];
const SELLER: readonly Step[] = [
  ...times("read", 2),
  ...times("pause", 2),
  ...times("resume", 4),
  "mark_sold",
  ...times("undo_sold", 2),
];

export interface PlanOptions {
  /** Percentage of calls that are cut off. */
  hangUpPercent: number;
  /** Whether the test controls the clock. */
  waits: boolean;
  reprices: boolean;
  /** Longest wait between two steps of a client, in milliseconds. */
  pauseMs: number;
  /** Number of steps above the minimum. */
  longer: number;
}

export function generatePlan(seed: number, options: PlanOptions): Plan {
  const random = new Random(seed);
  const buyers = 2 + random.below(3);
  const one = (choices: readonly Step[], count: number): PlannedStep[] =>
    Array.from({ length: count }, () => {
      const step = random.pick(choices);
      // The price after a repricing without a reply would be unknown.
      const cut = step !== "reprice" && step !== "wait" && random.below(100) < options.hangUpPercent;
      return { step, after: random.below(options.pauseMs + 1), hangUp: cut ? 1 + random.below(12) : null };
    });
  const seller = [...SELLER, ...times("reprice", options.reprices ? 3 : 0), ...times("wait", options.waits ? 4 : 0)];
  return {
    cents: random.below(4) === 0 ? 0 : 1_000 + 100 * random.below(50),
    clients: [
      one(seller, random.below(5) + options.longer),
      ...Array.from({ length: buyers }, () => one(BUYER, 3 + random.below(5) + options.longer)),
    ],
  };
}

/** Returns smaller plans with the same clients: without one client's steps, then without one step. */
export function smallerPlans(plan: Plan): Plan[] {
  const clients = plan.clients.map((_, index) => ({
    ...plan,
    clients: plan.clients.map((steps, at) => (at === index ? [] : steps)),
  }));
  const steps = plan.clients.flatMap((list, index) =>
    list.map((_, skipped) => ({
      ...plan,
      clients: plan.clients.map((all, at) => (at === index ? all.filter((_step, n) => n !== skipped) : all)),
    })),
  );
  return [...clients.filter((_, index) => (plan.clients[index]?.length ?? 0) > 0), ...steps];
}
