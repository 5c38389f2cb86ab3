/** Checks the query plans of the notification queries. */

import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { encodeCursor } from "#domain/cursor";
import { batch } from "../../worker/db/client.ts";
import * as schema from "../../worker/db/schema.ts";
import { removeOldNotifications } from "../../worker/features/notifications/jobs.ts";
import {
  claimDue,
  countsOf,
  listNotifications,
  markReadStatements,
  recipientsOf,
} from "../../worker/features/notifications/queries.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";

it("every notification query uses an index, without scanning a table", async () => {
  const { id } = await createAccount();
  const asked: { sql: string; params: unknown[] }[] = [];
  const d1 = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") {
        return (sql: string) => {
          const statement = target.prepare(sql);
          return {
            bind: (...params: unknown[]) => {
              asked.push({ sql, params });
              return statement.bind(...params);
            },
          };
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

  const db = drizzle(d1, { schema });
  await listNotifications(db, id, undefined);
  await listNotifications(db, id, encodeCursor("notifications", { user: id }, { key: 5, id: "ntf_00000000" }));
  await countsOf(db, id, Date.now());
  await claimDue(db, 5, 1, 20);
  await recipientsOf(db, [id], 5);
  await batch(db, markReadStatements(id, { link: "/x" }, 5));
  await batch(db, markReadStatements(id, { up_to: 5 }, 5));
  await removeOldNotifications({ ...createServices(env, () => undefined), db });
  expect(asked.length).toBeGreaterThanOrEqual(10);

  const walks: string[] = [];
  for (const { sql, params } of asked) {
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    for (const { detail } of plan.results) {
      // The cron job alone scans push_subscriptions (`p`), which is a small table.
      const wholeTable = /^SCAN (?!\(|CONSTANT|LIST|json_each)/.test(detail) && !/^SCAN p$|subquery/i.test(detail);
      if (wholeTable || /TEMP B-TREE FOR ORDER BY/.test(detail)) walks.push(`${detail}: ${sql}`);
    }
  }
  expect(walks).toEqual([]);
});
