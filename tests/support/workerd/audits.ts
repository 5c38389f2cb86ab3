/** Checks after every test file that its tests left no broken invariant in the database. */

import { env } from "cloudflare:workers";
import { afterAll, expect } from "vitest";
import { connect } from "../../../worker/db/client.ts";
import { runAudits } from "../../../worker/jobs/run-audits.ts";

/** The audits of a long simulation's database take longer than the default of a hook (ms). */
const TIMEOUT = 10 * 60_000;

afterAll(async () => {
  const migrated = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'strikes'").first();
  if (!migrated) return;
  expect(await runAudits(connect(env.DB), Date.now()), "broken database invariants").toEqual([]);
}, TIMEOUT);
