/** Checks the query plans of a seller's own lists. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { activityDays } from "#domain/selling/selling-days";
import { listOwnBundles, readBundleCandidates } from "../../worker/features/selling/bundles/queries.ts";
import {
  readOwnFacts,
  readOwnItems,
  readPossibleBuyers,
  readSummary,
} from "../../worker/features/selling/my-items/queries.ts";
import { statementsOf } from "../support/workerd/statements-of.ts";

const SELLER = "acc_00000000000000000000";
const ITEM = "itm_00000000000000000000";

it("a seller's totals, items, possible buyers and bundles are read from indexes", async () => {
  const statements = await statementsOf(async (db) => {
    await readSummary(db, SELLER, Date.now());
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
