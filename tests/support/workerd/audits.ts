/** After every test file: whatever its tests did, no invariant of the marketplace is broken in the database they leave. */
import { env } from "cloudflare:workers";
import { afterAll, expect } from "vitest";
import { runAudits } from "../../../worker/jobs/audits.ts";

afterAll(async () => {
  const migrated = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'strikes'").first();
  if (!migrated) return;
  expect(await runAudits(env.DB, Date.now()), "the database's invariants (RELIABILITY §3.3)").toEqual([]);
});
