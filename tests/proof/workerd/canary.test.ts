/**
 * Every route called by every actor of the access table with a call that is right for it: whatever is answered, whoever asks, no
 * secret of somebody else is in it, and no password's hash in anything (PRV-1…4; RELIABILITY §2.4).
 */
import { it } from "vitest";
import type { Role } from "../../support/access-table.ts";
import { callOf } from "../../support/workerd/access-calls.ts";
import { seeded } from "../../support/workerd/seeded.ts";
import { brief, conclude, outcomeOf } from "./brief.ts";
import { countAccepted, judge, liftLimits, makeWorld, ROLES, ROUTES, send, type World } from "./world.ts";

interface Kept {
  route: string;
  role: Role;
  /** The thing the path is about; null: the one that fits. */
  thing: string | null;
}

async function ask(
  world: World,
  { route, role, thing }: Kept,
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
  return judge(world, sent, response);
}

const HANDFUL = 150;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const turnOf = ({ route }: Kept) => METHODS.indexOf(route.split(" ")[0] ?? "");

it("tells nobody's secrets to anybody, on any route", async ({ task }) => {
  const outcome = outcomeOf(task, ["reads", "writes"]);
  const chance = seeded(brief.seed);
  const attempt = async (world: World, kept: Kept) => {
    outcome.cases++;
    if (outcome.cases % 20 === 0) await liftLimits();
    const says = await ask(world, kept, outcome.reached);
    if (says === null) return;
    outcome.problems.push({ says: `${kept.route} as ${kept.role}: ${says}`, seed: brief.seed, case: kept });
  };
  // Made before the time counts: on a slow machine it would take all of it.
  let world = await makeWorld();
  const until = performance.now() + brief.seconds * 1_000;
  if (brief.again?.case) {
    await attempt(world, brief.again.case as Kept);
    return conclude(outcome);
  }
  const all = ROUTES.flatMap((route) => ROLES.map((role): Kept => ({ route, role, thing: null })));
  const met = new Set<string>();
  let worlds = 1;
  for (;;) {
    // Reads about every thing there is, not only the one that fits: an order's id where an item's belongs.
    const strange = ROUTES.filter((route) => route.startsWith("GET ") && route.includes(":")).flatMap((route) =>
      Object.keys(world.things).map((thing): Kept => ({ route, role: chance.pick(ROLES), thing })),
    );
    const calls = chance.shuffle([...all, ...strange]);
    // By chance, so that a short time meets a little of everything; reads first and deletes last in each handful.
    while (calls.length > 0 && performance.now() < until && outcome.problems.length < 5) {
      for (const kept of calls.splice(0, HANDFUL).sort((a, b) => turnOf(a) - turnOf(b))) {
        if (kept.thing === null) met.add(`${kept.route} ${kept.role}`);
        await attempt(world, kept);
      }
    }
    if (performance.now() >= until || outcome.problems.length > 0) break;
    world = await makeWorld();
    worlds++;
  }
  outcome.figures = { worlds, routes_by_actors: `${met.size} of ${all.length}` };
  conclude(outcome);
}, 86_400_000);
