/** What the log says when a route fails: never what people wrote, or who and where they are (A110). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, type MockInstance } from "vitest";
import { app } from "../../worker/app.ts";
import { errorText } from "../../worker/log.ts";
import { ACCESS_TABLE, type Role } from "../support/access-table.ts";
import { callOf } from "../support/workerd/access-calls.ts";
import { createAccessFixtures, type EntityIds, type UsersByRole } from "../support/workerd/access-fixtures.ts";
import { ORIGIN } from "../support/workerd/accounts.ts";
import { hideLogs } from "../support/workerd/logs.ts";

const CALLER: Role[] = ["buyer", "seller", "super_admin"];
const ADDRESS = "203.0.113.77";
const BROWSER = "CanaryBrowser/9";

let people: UsersByRole;
let things: EntityIds;
let spies: MockInstance<(...words: unknown[]) => void>[] = [];

beforeAll(async () => {
  ({ people, things } = await createAccessFixtures());
});

/** The database, whose statements fail like those of an overloaded D1 where `fails` says so. */
function failing(fails: (sql: string) => boolean): D1Database {
  const locked = () => Promise.reject(new Error("D1_ERROR: database is locked: SQLITE_BUSY"));
  const broken = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name === "bind") return (...values: unknown[]) => broken(target.bind(...values));
        return ["run", "all", "first", "raw"].includes(String(name)) ? locked : Reflect.get(target, name);
      },
    });
  const of = (db: D1Database | D1DatabaseSession): D1Database =>
    new Proxy(db as D1Database, {
      get: (target, name) => {
        if (name === "prepare")
          return (sql: string) => (fails(sql) ? broken(target.prepare(sql)) : target.prepare(sql));
        if (name === "batch") return locked;
        if (name === "withSession") return (start: string) => of(target.withSession(start));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return of(env.DB);
}

/** The strings that a call sends, ids and names of choices aside. */
function textsOf(sent: unknown): string[] {
  if (typeof sent === "string") return /\s/.test(sent) ? [sent] : [];
  return sent !== null && typeof sent === "object" ? Object.values(sent).flatMap(textsOf) : [];
}

async function logOfAll(fails: (sql: string) => boolean): Promise<{ lines: string[]; secrets: string[] }> {
  spies = hideLogs();
  const secrets = new Set([ADDRESS, BROWSER]);
  for (const role of CALLER) secrets.add(people[role]?.email ?? "");
  const DB = failing(fails);
  for (const route of Object.keys(ACCESS_TABLE)) {
    for (const role of CALLER) {
      const { method, path, body } = callOf(route, role, things);
      for (const text of textsOf(body)) secrets.add(text);
      const ctx = createExecutionContext();
      const init: RequestInit = {
        method,
        headers: {
          ...people[role]?.headers,
          Origin: ORIGIN,
          "CF-Connecting-IP": ADDRESS,
          "User-Agent": BROWSER,
          ...(!(body instanceof FormData) && { "Content-Type": "application/json" }),
        },
        ...(method !== "GET" && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      };
      await (await app.fetch(new Request(ORIGIN + path, init), { ...env, DB }, ctx)).arrayBuffer();
      await waitOnExecutionContext(ctx);
    }
  }
  return { lines: spies.flatMap((spy) => spy.mock.calls).map(([line]) => String(line)), secrets: [...secrets] };
}

describe("the log of a failed call names nothing of a person (A110)", () => {
  it.each([
    ["every write", (sql: string) => /^\s*(insert|update|delete)/i.test(sql)],
    ["every read but those of the session", (sql: string) => !/"?(sessions|accounts)"?/i.test(sql)],
    ["every statement", () => true],
  ])("when %s fails", async (_, fails) => {
    const { lines, secrets } = await logOfAll(fails);
    expect(lines.filter((line) => line.includes("database is locked")).length).toBeGreaterThan(20);
    const found = lines.flatMap((line) =>
      secrets.filter((secret) => line.includes(JSON.stringify(secret).slice(1, -1))).map((secret) => [secret, line]),
    );
    expect(found).toEqual([]);
    expect(lines.filter((line) => line.includes("params:"))).toEqual([]);
  });
});

describe("the text of an error says what went wrong without what people wrote (A110)", () => {
  it.each([
    [
      new Error("Failed query: select 1\nparams: Mia Reyes,7 Canary Lane\nsecond line", { cause: new Error("locked") }),
      "Error: Failed query: select 1: Error: locked",
    ],
    ["Failed query: x\nparams: 7 Canary Lane", "Failed query: x"],
    [
      new SyntaxError(`Unexpected token 'M', "Mia Reyes" is not valid JSON`),
      "SyntaxError: Unexpected token 'M', it is not valid JSON",
    ],
    [
      new SyntaxError(`Unexpected token 'M', ..."so "Mia", "... is not valid JSON`),
      "SyntaxError: Unexpected token 'M', ...it is not valid JSON",
    ],
    [new Error("The SMS provider answered 500."), "Error: The SMS provider answered 500."],
  ])("%#", (error, text) => {
    expect(errorText(error)).toBe(text);
  });
});
