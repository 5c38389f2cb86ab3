/** Checks the query plans of a seller's own lists. */
import { expect, it } from "vitest";
import { activityDays } from "#domain/selling/selling-days";
import { listOwnBundles, readBundleCandidates } from "../../worker/features/selling/bundles/queries.ts";
import {
  readOwnFacts,
  readOwnItems,
  readPossibleBuyers,
  readSummary,
} from "../../worker/features/selling/my-items/queries.ts";
import { statementsOf, stepsLike } from "../support/workerd/query-plans.ts";

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
  // Only the list of ids and intermediate results may be scanned.
  expect(await stepsLike(/^SCAN (?!j|m|s|sales|\(|c VIRTUAL|CONSTANT)/, statements)).toEqual([]);
});
