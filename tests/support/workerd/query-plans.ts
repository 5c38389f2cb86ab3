/** The statements that code sends to D1, and how D1 would run them. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { app } from "../../../worker/app.ts";
import { connect, type Database } from "../../../worker/db/client.ts";
import { ORIGIN, type TestAccount } from "./accounts.ts";

export interface Statement {
  sql: string;
  params: unknown[];
}

/** Wraps D1 so that it records every statement. */
function recordingDatabase(): { DB: D1Database; statements: Statement[] } {
  const statements: Statement[] = [];
  const prepare = (sql: string) => {
    const entry: Statement = { sql, params: [] };
    statements.push(entry);
    const statement = env.DB.prepare(sql);
    const bind = statement.bind.bind(statement);
    return Object.assign(statement, {
      bind: (...params: unknown[]) => {
        entry.params = params;
        return bind(...params);
      },
    });
  };
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return prepare;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { DB, statements };
}

/** Returns the statements that `run` sends. */
export async function statementsOf(run: (db: Database) => Promise<unknown>): Promise<Statement[]> {
  const { DB, statements } = recordingDatabase();
  await run(connect(DB));
  return statements;
}

/** Returns the statements of a request, which must succeed. */
export async function statementsOfRequest(who: TestAccount, method: string, path: string, body?: unknown) {
  const { DB, statements } = recordingDatabase();
  const ctx = createExecutionContext();
  const request = new Request(ORIGIN + path, {
    method,
    headers: { Origin: ORIGIN, "Content-Type": "application/json", ...who.headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply = await app.fetch(request, { ...env, DB }, ctx);
  expect(reply.status, await reply.text()).toBeLessThan(300);
  await waitOnExecutionContext(ctx);
  return statements;
}

/** Returns the steps of D1's plan for a statement. */
export async function planOf({ sql, params }: Statement): Promise<string[]> {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** Returns the steps of all plans that match, each with its statement. */
export async function stepsLike(pattern: RegExp, statements: readonly Statement[]): Promise<string[]> {
  const plans = await Promise.all(statements.map(planOf));
  return plans.flatMap((steps, index) =>
    steps.filter((step) => pattern.test(step)).map((step) => `${step}\n${statements[index]?.sql}\n${steps.join("\n")}`),
  );
}
