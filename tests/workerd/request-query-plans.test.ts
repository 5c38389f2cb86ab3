/** Checks the query plans of matching listings with wanted posts. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { matchListings, matchRequest } from "../../worker/features/requests/matching.ts";
import { createServices } from "../../worker/services.ts";
import { planOf, statementsOf } from "../support/workerd/query-plans.ts";

it("reads new listings by id and searched ones by row, and never everything that is for sale", async () => {
  const statements = await statementsOf(async (db) => {
    const services = { ...createServices(env, () => undefined), db };
    await matchListings(services, ["itm_00000000000000000000"]);
    const anything = { category: null, max_price_cents: null, lat: null, lon: null, within_km: null };
    await matchRequest(services, { id: "req_1", user_id: "acc_1", title: "Blue bike", ...anything });
  });
  const plans = await Promise.all(statements.map(planOf));
  expect(plans.map((steps) => steps.filter((step) => / i /.test(step)))).toEqual([
    ["SEARCH i USING INDEX items_id_unique (id=?)"],
    ["SEARCH i USING INTEGER PRIMARY KEY (rowid=?)"],
  ]);
});
