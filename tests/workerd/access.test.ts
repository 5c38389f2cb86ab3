/** Calls every route of the app in every role and compares the outcomes with tests/support/routes.tsv. */
import { expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import { app } from "../../worker/app.ts";
import { ACCESS_TABLE, type Access, type Outcome, ROLES, type Role } from "../support/access-table.ts";
import { callOf, hasBody } from "../support/workerd/access-calls.ts";
import { createAccessFixtures, type EntityIds, type UsersByRole } from "../support/workerd/access-fixtures.ts";
import { call } from "../support/workerd/accounts.ts";

const PAGES = "GET /*";
const NOT_FOUND = ["ALL /api/*", "ALL /functions/*"];
/** Middleware and fallbacks. */
const BEFORE = [...NOT_FOUND, "ALL /*", "ALL /api/admin/*"];

const routes = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))];

it("the access table has an entry for every route of the app, and none for a removed route (D1, A59)", () => {
  const declared = [...Object.keys(ACCESS_TABLE), PAGES, ...BEFORE];
  expect({
    undeclared: routes.filter((route) => !declared.includes(route)),
    stale: declared.filter((route) => !routes.includes(route)),
  }).toEqual({ undeclared: [], stale: [] });
});

const REFUSALS: Record<string, Outcome> = {
  not_authenticated: "sign in",
  suspended: "account status",
  banned: "account status",
  admins_only: "staff only",
  forbidden: "not theirs",
  not_owner: "not theirs",
  own_item: "not theirs",
  not_found: "hidden",
  gone: "hidden",
  not_holder: "taken",
  item_unavailable: "taken",
};

async function outcome(response: Response): Promise<Outcome | string> {
  const { status } = response;
  const text = new TextDecoder().decode(await response.arrayBuffer());
  if (status < 400) return "in";
  const code = text.startsWith("{") ? (JSON.parse(text) as ErrorBody).error?.code : undefined;
  const known = code === undefined ? undefined : REFUSALS[code];
  if (known) return known;
  // These client errors come after the access check. Anything else, such as a rate limit, is reported by its number.
  return [400, 402, 409, 415, 422].includes(status) ? "in" : `${status} ${code}`;
}

async function walk(route: string, role: Role, people: UsersByRole, things: EntityIds): Promise<Outcome | string> {
  const { method, path, body } = callOf(route, role, things);
  const who = people[role];
  return outcome(await (who ? who.request(method, path, body) : call(method, path, body)));
}

/** Calls the admitted roles last, because their calls may delete the entity. */
async function columns(route: string, expected: Access, people: UsersByRole, things: EntityIds): Promise<string[]> {
  const ask = async (roles: readonly Role[]) =>
    Promise.all(roles.map(async (role) => [role, await walk(route, role, people, things)] as const));
  const refused = await ask(ROLES.filter((role) => expected[role] !== "in"));
  const admitted = [];
  for (const role of ROLES.filter((known) => expected[known] === "in")) admitted.push(...(await ask([role])));
  return [...refused, ...admitted].flatMap(([role, seen]) =>
    seen === expected[role] ? [] : [`${route} as ${role}: ${seen}, not ${expected[role]}`],
  );
}

/** These end the caller's sessions, so they run last. */
const LAST = ["POST /api/auth/sessions/end-others", "POST /api/auth/sign-out"];

/** Reads, and writes without an id and a body, which change nothing: these may run concurrently. */
const isHarmless = (route: string) => route.startsWith("GET ") || (!route.includes(":") && !hasBody(route));

const { people, things } = await createAccessFixtures();

const callsOf = (belongs: (route: string) => boolean) =>
  Object.entries(ACCESS_TABLE)
    .filter(([route]) => belongs(route))
    .sort(([a], [b]) => LAST.indexOf(a) - LAST.indexOf(b));

// Reads come first and deletions last, so that every entity still exists when it is read.
it.each([
  ...["GET", "PUT", "PATCH", "POST", "DELETE"].map((method) => ({
    name: method,
    calls: callsOf((route) => route.startsWith(`${method} `) && !LAST.includes(route)),
  })),
  { name: "sign-out", calls: callsOf((route) => LAST.includes(route)) },
])(
  "every $name route admits exactly the roles of the access table (A01, A02, A04, A12, A16, A35)",
  async ({ name, calls }) => {
    const wrong: string[] = [];
    const few: typeof calls = [];
    const together = async () => {
      wrong.push(...(await Promise.all(few.splice(0).map((entry) => columns(...entry, people, things)))).flat());
    };
    for (const entry of calls) {
      const harmless = name !== "sign-out" && isHarmless(entry[0]);
      if (!harmless) await together();
      few.push(entry);
      if (!harmless || few.length === 6) await together();
    }
    await together();
    expect(wrong).toEqual([]);
  },
  120_000,
);
