/** Query plans of messages: reading one user's threads must not scan those of all users. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { createThread, sendText } from "../support/workerd/messages.ts";

interface Asked {
  sql: string;
  params: unknown[];
}

/** Wraps D1 so that it records every statement with its parameters. */
function remembering(db: D1Database): { DB: D1Database; asked: Asked[] } {
  const asked: Asked[] = [];
  const DB = new Proxy(db, {
    get(target, name) {
      if (name === "prepare") {
        return (sql: string) => {
          const statement = target.prepare(sql);
          asked.push({ sql, params: [] });
          const entry = asked.at(-1) as Asked;
          return new Proxy(statement, {
            get(inner, method) {
              if (method === "bind") {
                return (...params: unknown[]) => {
                  entry.params = params;
                  return inner.bind(...params);
                };
              }
              const value: unknown = Reflect.get(inner, method, inner);
              return typeof value === "function" ? value.bind(inner) : value;
            },
          });
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { DB, asked };
}

async function stepsOf(who: TestAccount, method: string, path: string, body?: unknown): Promise<[string, string[]][]> {
  const { DB, asked } = remembering(env.DB);
  const ctx = createExecutionContext();
  const request = new Request(ORIGIN + path, {
    method,
    headers: { Origin: ORIGIN, "Content-Type": "application/json", ...who.headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply = await app.fetch(request, { ...env, DB }, ctx);
  expect(reply.status, await reply.text()).toBeLessThan(300);
  await waitOnExecutionContext(ctx);
  return Promise.all(
    asked
      .filter(({ sql }) => /conversation|messages/.test(sql))
      .map(async ({ sql, params }): Promise<[string, string[]]> => {
        const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...params)
          .all<{ detail: string }>();
        return [sql, plan.results.map(({ detail }) => detail)];
      }),
  );
}

it("messages are read, written and counted only by indexes", async () => {
  const { buyer, seller, itemId, id } = await createThread();
  await sendText(seller, id, "Hello");
  const at = `/api/conversations/${id}`;
  const calls: [method: string, path: string, body?: unknown][] = [
    ["GET", "/api/conversations"],
    ["GET", at],
    ["GET", `${at}/messages`],
    ["GET", `${at}/messages?after=0`],
    ["POST", `${at}/messages`, { client_id: crypto.randomUUID(), text: "Is it oak?" }],
    ["POST", `${at}/read`, { up_to_seq: 1 }],
    ["POST", `${at}/typing`],
    ["POST", "/api/conversations", { item_id: itemId }],
    ["POST", "/api/conversations", { user_id: seller.id }],
    ["GET", "/api/notifications/counts"],
  ];
  for (const [method, path, body] of calls) {
    const all = await stepsOf(buyer, method, path, body);
    expect(all.length, `${method} ${path}`).toBeGreaterThan(0);
    for (const [sql, steps] of all) {
      // Only lists of ids and results of earlier steps may be scanned.
      const walked = steps.filter(
        (step) =>
          (step.startsWith("SCAN") && !/^SCAN (json_each|past|\(|CONSTANT|\d)/.test(step)) || /AUTOMATIC/.test(step),
      );
      expect(walked, `${method} ${path}\n${sql}\n${steps.join("\n")}`).toEqual([]);
      if (method === "GET") {
        expect(
          steps.filter((step) => step.includes("TEMP B-TREE FOR ORDER BY")),
          `${path}\n${steps.join("\n")}`,
        ).toEqual([]);
      }
    }
  }
});
