/** Checks the query plans of a seller's own lists. */
import { env } from "cloudflare:workers";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { activityDays } from "#domain/selling/selling-days";
import type { Database } from "../../worker/db/client.ts";
import { listOwnBundles, readBundleCandidates } from "../../worker/features/selling/bundles/own-queries.ts";
import {
  readOwnFacts,
  readOwnItems,
  readPossibleBuyers,
  readSummary,
} from "../../worker/features/selling/my-items/queries.ts";

const SELLER = "acc_00000000000000000000";
const ITEM = "itm_00000000000000000000";
const dialect = new SQLiteAsyncDialect();

/** Returns the statements that `read` runs, against a database that returns no rows. */
async function asked(read: (db: Database, d1: D1Database) => Promise<unknown>) {
  const statements: { sql: string; params: unknown[] }[] = [];
  const db = {
    all: (statement: Parameters<typeof dialect.sqlToQuery>[0]) => {
      statements.push(dialect.sqlToQuery(statement));
      return Promise.resolve([]);
    },
  };
  const d1 = {
    prepare: (sql: string) => ({ bind: (...params: unknown[]) => ({ sql, params }) }),
    batch: (list: { sql: string; params: unknown[] }[]) => {
      statements.push(...list);
      return Promise.resolve(list.map(() => ({ results: [] })));
    },
  };
  await read(db as unknown as Database, d1 as unknown as D1Database);
  return statements;
}

it("a seller's totals, items, possible buyers and bundles are read from indexes", async () => {
  const statements = await asked(async (db, d1) => {
    await readSummary(d1, SELLER, Date.now());
    await readOwnFacts(db, SELLER, [ITEM], activityDays(Date.now()));
    await readOwnItems(db, SELLER, [ITEM]);
    await readPossibleBuyers(db, SELLER, ITEM);
    await listOwnBundles(db, SELLER, 50);
    await readBundleCandidates(db, SELLER, [ITEM], "bdl_00000000000000000000");
  });
  expect(statements).toHaveLength(9);
  for (const { sql, params } of statements) {
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    const steps = plan.results.map((row) => row.detail);
    // Only the list of ids and intermediate results may be scanned.
    const walked = steps.filter(
      (step) => step.startsWith("SCAN") && !/^SCAN (j|m|s|sales|\(|c VIRTUAL|CONSTANT)/.test(step),
    );
    expect(walked, `${sql}\n${steps.join("\n")}`).toEqual([]);
  }
});
