/**
 * Records histories as over HTTP, while D1 refuses or loses half of the calls, is down or slow, or the item room is
 * evicted, with a clock that jumps past the end of holds. Afterwards D1 must agree with every reply, no acknowledged
 * order may be missing, and no invariant may be broken.
 */
import {
  createExecutionContext,
  evictDurableObject,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, it, vi } from "vitest";
import { release } from "../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../durable/item-room/commands/item.ts";
import type { ItemRoom } from "../../../durable/item-room/item-room.ts";
import { app } from "../../../worker/app.ts";
import { connect } from "../../../worker/db/client.ts";
import { mix, Random } from "../../sim/random.ts";
import { ORIGIN, type TestAccount } from "../../support/workerd/accounts.ts";
import { createBuyer, createSeller, insertItem } from "../../support/workerd/deals.ts";
import { inRoom } from "../../support/workerd/rooms.ts";
import { allRows, runSql } from "../../support/workerd/sql.ts";
import { check, explain } from "../history/checker.ts";
import type { Call } from "../history/perform.ts";
import { generatePlan, type Plan, type PlanOptions } from "../history/plan.ts";
import { acceptedIn, record } from "../history/record.ts";
import { sleep } from "../part.ts";
import { type Fault, failingDatabase } from "./failing-database.ts";
import { assertOutcome, outcomeOf, partInput } from "./part-input.ts";

const NEMESES = ["half", "outage", "slow", "evicted", "none"] as const;
type Nemesis = (typeof NEMESES)[number];

interface Trial {
  plan: Plan;
  nemesis: Nemesis;
}

/** No repricing: without its reply the new price would be unknown. */
const OPTIONS: PlanOptions = { hangUpPercent: 0, waits: true, reprices: false, pauseMs: 6, longer: 0 };
/** Two waits exceed a hold, and all waits of a plan together stay below the pause of D35. */
const WAIT_MS = 350_000;

afterEach(() => vi.useRealTimers());

/** Returns the fault of the next D1 call. */
function faultsOf(nemesis: Nemesis, random: Random): () => { fault: Fault; slowMs: number } {
  return () => {
    const slowMs = 1 + random.below(20);
    if (nemesis === "outage") return { fault: "refused", slowMs };
    if (nemesis === "slow") return { fault: "slow", slowMs };
    if (nemesis === "half") return { fault: random.pick(["none", "none", "refused", "reply_lost"] as const), slowMs };
    return { fault: "none", slowMs };
  };
}

async function play(
  { plan, nemesis }: Trial,
  seed: number,
  people: TestAccount[],
  reached: { holds: number; orders: number },
): Promise<string | null> {
  await runSql`DELETE FROM throttles`;
  const [seller, ...buyers] = people as [TestAccount, ...TestAccount[]];
  const itemId = await insertItem(seller, { price_cents: plan.cents });
  const room = env.ITEM_ROOM.getByName(itemId);
  const names = new Map(people.map((person, index) => [person.id, index]));
  const next = faultsOf(nemesis, new Random(seed, 7));
  const chance = new Random(seed, 8);
  let over = false;
  const database = failingDatabase(() => (over ? { fault: "none", slowMs: 0 } : next()));
  const breakRoom = () =>
    runInDurableObject(room, (instance: ItemRoom) => {
      instance.db = connect(database);
    });

  const viaRoom = async (client: number) => {
    const seen = await inRoom(itemId, peek());
    if (!seen.ok) return { status: 503, body: {} };
    const { status, hold, price_cents } = seen.value;
    if (status === "inactive" && client !== 0) return { status: 404, body: { error: { code: "not_found" } } };
    const mine = status === "reserved" && hold !== null && names.get(hold.user_id) === client;
    return { status: 200, body: { status, reserved_by_you: mine, price: price_cents / 100 } };
  };
  const callOf =
    (client: number): Call =>
    async (method, path, body) => {
      if (method === "GET" && !over) return viaRoom(client).catch(() => null);
      const context = createExecutionContext();
      const request = new Request(ORIGIN + path, {
        method,
        headers: {
          Origin: ORIGIN,
          ...people[client]?.headers,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(method === "POST" && { "Idempotency-Key": crypto.randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // The Worker's own reads fail too, but not in an outage, which would refuse every call.
      const workers = nemesis === "outage" ? env.DB : database;
      const response = await app.fetch(request, { ...env, DB: workers }, context);
      const text = await response.text();
      await waitOnExecutionContext(context);
      return { status: response.status, body: text.startsWith("{") ? (JSON.parse(text) as unknown) : {} };
    };

  // The room has loaded its item. From now on it uses D1 only for its projection.
  await inRoom(itemId, peek());
  await breakRoom();
  let tick = 0;
  const { history } = await record(plan, {
    item: { id: itemId, cents: plan.cents },
    calls: people.slice(0, plan.clients.length).map((_, client) => callOf(client)),
    now: () => ++tick,
    pause: async (ms) => {
      await sleep(ms);
      if (nemesis !== "evicted" || chance.below(4) > 0) return;
      await evictDurableObject(room).catch(() => undefined);
    },
    wait: async (ms) => {
      vi.setSystemTime(Date.now() + ms);
    },
    waitMs: WAIT_MS,
    settle: async () => {
      over = true;
      await room.settle();
    },
  });
  const accepted = acceptedIn(history);
  reached.holds += accepted.holds;
  reached.orders += accepted.orders;
  const verdict = check({ ...history, lagging: true });
  if (!verdict.ok) return `no order explains these answers\n${explain(verdict)}`;
  const placed = history.events.flatMap(({ result }) =>
    result !== "unknown" && result.ok && result.kind === "buy" ? [result.order] : [],
  );
  const { results } = await allRows<{ id: string }>`SELECT id
    FROM orders WHERE id IN (SELECT value FROM json_each(${JSON.stringify(placed)}))`;
  const lost = placed.filter((id) => !results.some((row) => row.id === id));
  // Release all holds, so that the buyers start the next history without any.
  await Promise.all(buyers.map((buyer) => inRoom(itemId, release({ userId: buyer.id }))));
  return lost.length > 0 ? `acknowledged and lost: ${lost.join(", ")}` : null;
}

it("item room gives correct replies and loses no order while D1 fails", async ({ task }) => {
  const outcome = outcomeOf(task, ["holds", "orders"]);
  const people = [await createSeller(), ...(await Promise.all(Array.from({ length: 4 }, () => createBuyer())))];
  const until = performance.now() + partInput.seconds * 1_000;
  vi.useFakeTimers({ toFake: ["Date"] });
  const attempt = async (trial: Trial, seed: number) => {
    outcome.cases++;
    outcome.figures[trial.nemesis] = Number(outcome.figures[trial.nemesis] ?? 0) + 1;
    const message = await play(trial, seed, people, outcome.reached);
    if (message !== null) outcome.problems.push({ message: `${trial.nemesis}: ${message}`, seed, case: trial });
  };
  if (partInput.again?.case) {
    for (let time = 0; time < 10 && outcome.problems.length === 0; time++) {
      await attempt(partInput.again.case as Trial, partInput.seed + time);
    }
    return assertOutcome(outcome);
  }
  for (let n = 0; performance.now() < until && outcome.problems.length === 0; n++) {
    const seed = mix(mix(partInput.seed) ^ n);
    await attempt({ plan: generatePlan(seed, OPTIONS), nemesis: NEMESES[n % NEMESES.length] as Nemesis }, seed);
  }
  assertOutcome(outcome);
}, 86_400_000);
