/**
 * Clients reserve, release, buy, cancel and read one item concurrently over HTTP against the built app, while its
 * seller takes it off sale, reprices and sells it. Some clients hang up. For every history some order of the calls must
 * explain each reply.
 */
import { mix } from "../sim/random.ts";
import { ApiUser } from "../support/node/api-user.ts";
import type { AppProcess } from "../support/node/app-process.ts";
import { withApp } from "./app.ts";
import { check, explain } from "./history/checker.ts";
import type { Call } from "./history/perform.ts";
import { generatePlan, type Plan, type PlanOptions, smallerPlans } from "./history/plan.ts";
import { acceptedIn, record } from "./history/record.ts";
import { type Budget, type Outcome, type Part, type Problem, sleep } from "./part.ts";

const OPTIONS: PlanOptions = { hangUpPercent: 8, waits: false, reprices: true, pauseMs: 12, longer: 0 };
const AT_ONCE = 4;
/** Timing varies between runs, so a plan must pass this many times before it counts as correct. */
const TRIES = 12;
const SHORTEN_MS = 45_000;

interface Played {
  events: number;
  holds: number;
  orders: number;
  unknown: number;
  nodes: number;
  problem: string | null;
}

/**
 * Creating an account takes longer than a history, so a few accounts take part in several histories at once, until they
 * reach a rate limit.
 */
class People {
  readonly #origin: string;
  readonly #known: { user: ApiUser; busy: number }[] = [];
  #made = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns different users, none of whom can exceed the limit of five holds (D35). */
  async take(count: number): Promise<ApiUser[]> {
    const free = this.#known.filter(({ busy }) => busy < AT_ONCE).sort((a, b) => a.busy - b.busy);
    const taken = free.slice(0, count);
    for (const entry of taken) entry.busy++;
    const fresh = await Promise.all(
      Array.from({ length: count - taken.length }, async () => {
        const entry = { user: await this.#signUp(++this.#made), busy: 1 };
        this.#known.push(entry);
        return entry;
      }),
    );
    return [...taken, ...fresh].map(({ user }) => user);
  }

  give(users: readonly ApiUser[], limited: readonly ApiUser[]): void {
    for (const entry of this.#known) {
      if (users.includes(entry.user)) entry.busy--;
      if (limited.includes(entry.user)) entry.busy = Number.POSITIVE_INFINITY;
    }
  }

  async #signUp(number: number): Promise<ApiUser> {
    const user = new ApiUser(this.#origin, `198.51.${number % 250}.${1 + (Math.floor(number / 250) % 250)}`);
    await user.signUp(`history-${number}@example.com`, `Person ${number}`);
    await user.request("PATCH", "/api/profile", {
      bank_details: { account_name: "Kay Seller", bsb: "062-000", account_number: "12345678" },
      suburb: "Brunswick",
      city: "Melbourne",
    });
    return user;
  }
}

const callOf =
  (user: ApiUser, onFault: (message: string) => void): Call =>
  async (method, path, body, hangUp = null) => {
    const signal = hangUp === null ? null : AbortSignal.timeout(hangUp);
    const headers: Record<string, string> = method === "POST" ? { "Idempotency-Key": crypto.randomUUID() } : {};
    try {
      const reply = await user.request(method, path, body, headers, signal);
      if (reply.status >= 500) onFault(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply;
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  };

async function play(people: People, plan: Plan): Promise<Played> {
  const users = await people.take(plan.clients.length);
  const [seller] = users as [ApiUser];
  const listed = await seller.request<{ id: string }>("POST", "/api/items", {
    title: "A lamp everybody wants",
    price: plan.cents / 100,
    category: "other",
    condition: "good",
  });
  if (listed.status === 429) {
    people.give(users, [seller]);
    return play(people, plan);
  }
  if (listed.status !== 201) throw new Error(`listing: ${listed.status} ${JSON.stringify(listed.body)}`);
  const faults: string[] = [];
  const { history, limited } = await record(plan, {
    item: { id: listed.body.id, cents: plan.cents },
    calls: users.map((user) => callOf(user, (message) => faults.push(message))),
    now: () => performance.now(),
    pause: sleep,
    settle: () => sleep(50),
  });
  // Release their holds, so that the next history starts without any.
  await Promise.all(users.slice(1).map((user) => user.request("DELETE", `/api/items/${listed.body.id}/reservation`)));
  people.give(
    users,
    users.filter((_, index) => limited.has(index)),
  );
  const verdict = check(history);
  return {
    events: history.events.length,
    ...acceptedIn(history),
    unknown: history.events.filter(({ result }) => result === "unknown").length,
    nodes: verdict.nodes,
    problem: faults[0] ?? (verdict.ok ? null : `no order explains these answers\n${explain(verdict)}`),
  };
}

async function playOften(people: People, plan: Plan): Promise<string | null> {
  for (let left = TRIES; left > 0; left--) {
    const { problem } = await play(people, plan);
    if (problem !== null) return problem;
  }
  return null;
}

async function shorten(people: People, plan: Plan, message: string): Promise<{ plan: Plan; message: string }> {
  const until = performance.now() + SHORTEN_MS;
  let best = { plan, message };
  for (let found = true; found; ) {
    found = false;
    for (const candidate of smallerPlans(best.plan)) {
      if (performance.now() > until) return best;
      const problem = await playOften(people, candidate);
      if (problem === null) continue;
      best = { plan: candidate, message: problem };
      found = true;
      break;
    }
  }
  return best;
}

async function run({ seconds, seed }: Budget): Promise<Outcome> {
  const until = performance.now() + seconds * 1_000;
  const reached = { holds: 0, orders: 0 };
  const sum = { histories: 0, events: 0, unknown: 0, nodes: 0 };
  const problems: Problem[] = [];
  const { broken } = await withApp(async (app: AppProcess) => {
    const people = new People(app.origin);
    people.give(await people.take(5), []);
    let next = 0;
    const worker = async () => {
      // The last histories must leave the app enough time to shut down.
      while (performance.now() < until - 1_000 && problems.length === 0) {
        const one = mix(mix(seed) ^ next++);
        const plan = generatePlan(one, OPTIONS);
        const played = await play(people, plan);
        sum.histories++;
        sum.events += played.events;
        reached.holds += played.holds;
        reached.orders += played.orders;
        sum.unknown += played.unknown;
        sum.nodes += played.nodes;
        if (played.problem === null) continue;
        problems.push({ message: played.problem, seed: one, case: plan });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const problem of problems.slice(0, 1)) {
      const short = await shorten(people, problem.case as Plan, problem.message);
      problem.case = short.plan;
      problem.message = short.message;
    }
  });
  problems.push(...broken.map((message) => ({ message, seed, case: null })));
  return { cases: sum.histories, reached, problems, figures: sum };
}

async function replay({ seed, case: stored }: Pick<Problem, "seed" | "case">): Promise<Problem[]> {
  const plan = (stored as Plan | null) ?? generatePlan(seed, OPTIONS);
  const { value, broken } = await withApp((app) => playOften(new People(app.origin), plan));
  return [...(value === null ? [] : [value]), ...broken].map((message) => ({ message, seed, case: plan }));
}

export const histories: Part = { name: "histories", share: 4, run, replay };
