/**
 * Calls every route as every role of the access table with a valid request. No reply may contain a secret of another
 * user, or any password hash.
 */
import { it } from "vitest";
import type { Role } from "../../support/access-table.ts";
import { callOf } from "../../support/workerd/access-calls.ts";
import { createRandom } from "../../support/workerd/seeded-random.ts";
import { assertOutcome, outcomeOf, partInput } from "./part-input.ts";
import { ROUTES } from "./route-inputs.ts";
import {
  clearRateLimits,
  countAccepted,
  createTestDeal,
  problemOfReply,
  ROLES,
  send,
  type World,
} from "./test-deal.ts";

interface Trial {
  route: string;
  role: Role;
  /** The object in the path; null for the one that fits the route. */
  thing: string | null;
}

async function ask(
  world: World,
  { route, role, thing }: Trial,
  reached: { reads: number; writes: number },
): Promise<string | null> {
  const call = callOf(route, role, world.things);
  const [, pattern = ""] = route.split(" ");
  const id = thing === null ? null : (world.things as Record<string, string>)[thing];
  const path = id == null ? call.path : pattern.replaceAll(/:[a-z_]+/gi, encodeURIComponent(id));
  const body = call.body instanceof FormData ? call.body : call.body === undefined ? null : JSON.stringify(call.body);
  const sent = { route, role, path, body };
  const response = await send(world, sent);
  countAccepted(reached, sent, response);
  return problemOfReply(world, sent, response);
}

const HANDFUL = 150;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const turnOf = ({ route }: Trial) => METHODS.indexOf(route.split(" ")[0] ?? "");

it("no route returns another user's secrets to any role", async ({ task }) => {
  const outcome = outcomeOf(task, ["reads", "writes"]);
  const chance = createRandom(partInput.seed);
  const attempt = async (world: World, trial: Trial) => {
    outcome.cases++;
    if (outcome.cases % 20 === 0) await clearRateLimits();
    const message = await ask(world, trial, outcome.reached);
    if (message === null) return;
    outcome.problems.push({
      message: `${trial.route} as ${trial.role}: ${message}`,
      seed: partInput.seed,
      case: trial,
    });
  };
  // Created before the time starts, because it can take all of it on a slow machine.
  let world = await createTestDeal();
  const until = performance.now() + partInput.seconds * 1_000;
  if (partInput.again?.case) {
    await attempt(world, partInput.again.case as Trial);
    return assertOutcome(outcome);
  }
  const all = ROUTES.flatMap((route) => ROLES.map((role): Trial => ({ route, role, thing: null })));
  const met = new Set<string>();
  let worlds = 1;
  for (;;) {
    // Reads with every object, not only the fitting one: an order's id where an item's id belongs.
    const strange = ROUTES.filter((route) => route.startsWith("GET ") && route.includes(":")).flatMap((route) =>
      Object.keys(world.things).map((thing): Trial => ({ route, role: chance.pick(ROLES), thing })),
    );
    const calls = chance.shuffle([...all, ...strange]);
    // Shuffled, so that a short run covers a bit of everything; each batch runs reads first and deletes last.
    while (calls.length > 0 && performance.now() < until && outcome.problems.length < 5) {
      for (const trial of calls.splice(0, HANDFUL).sort((a, b) => turnOf(a) - turnOf(b))) {
        if (trial.thing === null) met.add(`${trial.route} ${trial.role}`);
        await attempt(world, trial);
      }
    }
    if (performance.now() >= until || outcome.problems.length > 0) break;
    world = await createTestDeal();
    worlds++;
  }
  outcome.figures = { worlds, routes_by_actors: `${met.size} of ${all.length}` };
  assertOutcome(outcome);
}, 86_400_000);
