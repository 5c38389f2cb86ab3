/**
 * Calls every route as every role, with bodies that match the route's schema, bodies with one error, and no body. No
 * reply may be a 5xx, have a status that the route does not have, or contain a secret.
 */
import fc from "fast-check";
import { it } from "vitest";
import type { Role } from "../../support/access-table.ts";
import { callOf, hasBody } from "../../support/workerd/access-calls.ts";
import { assertOutcome, outcomeOf, partInput } from "./part-input.ts";
import { inputOf, ROUTES } from "./route-inputs.ts";
import { HOSTILE, mutated, valuesOf } from "./schema-values.ts";
import {
  clearRateLimits,
  countAccepted,
  createTestDeal,
  fillPlaceholders,
  problemOfReply,
  ROLES,
  send,
  type World,
} from "./test-deal.ts";

/** Changes accumulate (accounts are banned, items removed), so each world serves a limited number of calls. */
const CALLS_A_WORLD = 250;

interface Case {
  route: string;
  role: Role;
  /** Null for the object that fits the route. */
  thing: string | null;
  query: string;
  /** Null for the body of the access table, or none. */
  body: string | null;
}

const THING = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "{{open}}",
      "{{order}}",
      "{{seller}}",
      "{{trade}}",
      "x",
      "..",
      "%00",
      "constructor",
      "💥",
    ),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 30 }) },
);

function caseOf(route: string): fc.Arbitrary<Case> {
  const input = inputOf(route);
  const query = fc
    .record(
      Object.fromEntries(
        input.query.map(({ name, schema }) => [
          name,
          fc.oneof({ weight: 3, arbitrary: valuesOf(schema, name) }, HOSTILE),
        ]),
      ) as Record<string, fc.Arbitrary<unknown>>,
      { requiredKeys: [] },
    )
    .map((values) =>
      new URLSearchParams(Object.entries(values).map(([name, value]) => [name, textOf(value)])).toString(),
    );
  const valid = input.body ? valuesOf(input.body) : fc.constant({});
  const bodies: fc.WeightedArbitrary<string | null>[] = [
    { weight: 4, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: mutated(valid).map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom("", "{", "null", '"x"', "[]", "1e400")),
    },
    { weight: hasBody(route) ? 3 : 1, arbitrary: fc.constant(null) },
  ];
  return fc.record({
    route: fc.constant(route),
    role: fc.constantFrom(...ROLES),
    thing: route.includes(":") ? THING : fc.constant(null),
    query: fc.oneof({ weight: 6, arbitrary: query }, { weight: 1, arbitrary: fc.webQueryParameters() }),
    body: route.startsWith("GET ") ? fc.constant(null) : fc.oneof(...bodies),
  });
}

/** Converts a value to text that a URL can contain. */
const textOf = (value: unknown) =>
  (typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)).toWellFormed();

async function play(
  world: World,
  { route, role, thing, query, body }: Case,
  reached: { reads: number; writes: number },
): Promise<string | null> {
  const call = callOf(route, role, world.things);
  const [, pattern = ""] = route.split(" ");
  const at =
    thing === null
      ? call.path
      : pattern.replaceAll(/:[a-z_]+/gi, () => encodeURIComponent(fillPlaceholders(world, thing).toWellFormed()));
  const path = query === "" ? at : `${at}${at.includes("?") ? "&" : "?"}${fillPlaceholders(world, query)}`;
  const own = call.body instanceof FormData ? call.body : call.body === undefined ? null : JSON.stringify(call.body);
  const sent = { route, role, path, body: body === null ? own : fillPlaceholders(world, body) };
  const response = await send(world, sent);
  countAccepted(reached, sent, response);
  return problemOfReply(world, sent, response);
}

it("every route replies without an error of the server to valid and invalid input", async ({ task }) => {
  const outcome = outcomeOf(task, ["reads", "writes"]);
  // Created before the time starts, because it can take all of it on a slow machine.
  let world = await createTestDeal();
  let worlds = 1;
  const message = async (one: Case): Promise<string | null> => {
    if (outcome.cases > 0 && outcome.cases % CALLS_A_WORLD === 0) {
      world = await createTestDeal();
      worlds++;
    }
    outcome.figures.worlds = worlds;
    outcome.cases++;
    await clearRateLimits();
    return play(world, one, outcome.reached);
  };
  if (partInput.again?.case) {
    const problem = await message(partInput.again.case as Case);
    if (problem !== null) outcome.problems.push({ message: problem, seed: partInput.seed, case: partInput.again.case });
    return assertOutcome(outcome);
  }
  const statuses = new Set<string>();
  const found = await fc.check(
    fc.asyncProperty(fc.constantFrom(...ROUTES).chain(caseOf), async (one) => {
      const problem = await message(one);
      statuses.add(one.route);
      if (problem !== null) throw new Error(`${one.route} as ${one.role}: ${problem}`);
    }),
    {
      seed: partInput.seed,
      numRuns: 10_000_000,
      interruptAfterTimeLimit: partInput.seconds * 1_000,
      maxSkipsPerRun: 0,
    },
  );
  outcome.figures.routes = `${statuses.size} of ${ROUTES.length}`;
  if (found.failed && found.counterexample) {
    const [one] = found.counterexample;
    const { errorInstance } = found;
    outcome.problems.push({
      message: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
      seed: partInput.seed,
      case: one,
    });
  }
  assertOutcome(outcome);
}, 86_400_000);
