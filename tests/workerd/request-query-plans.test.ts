/** Checks the query plans of matching listings with wanted posts. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { connect, type Database, toText } from "../../worker/db/client.ts";
import { matchListings, matchRequest } from "../../worker/features/requests/matching.ts";
import { createServices } from "../../worker/services.ts";

it("reads new listings by id and searched ones by row, and never everything that is for sale", async () => {
  const plans: string[][] = [];
  const db = Object.create(connect(env.DB)) as Database;
  db.all = (async (query: Parameters<typeof toText>[0]) => {
    const { sql, params } = toText(query);
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    plans.push(results.map(({ detail }) => detail));
    return [];
  }) as unknown as Database["all"];
  const services = { ...createServices(env, () => undefined), db };
  await matchListings(services, ["itm_00000000000000000000"]);
  const anything = { category: null, max_price_cents: null, lat: null, lon: null, within_km: null };
  await matchRequest(services, { id: "req_1", user_id: "acc_1", title: "Blue bike", ...anything });
  expect(plans.map((steps) => steps.filter((step) => / i /.test(step)))).toEqual([
    ["SEARCH i USING INDEX items_id_unique (id=?)"],
    ["SEARCH i USING INTEGER PRIMARY KEY (rowid=?)"],
  ]);
});
