/** Audits the invariants of the database after the last browser test. */
import type { FullConfig } from "@playwright/test";
import { unstable_readConfig } from "wrangler";
import { auditState } from "../support/node/audit-state.ts";

export default async function auditTeardown(config: FullConfig): Promise<void> {
  const { command, env } = config.webServer ?? {};
  if (!command || !env?.STATE_DIR) throw new Error("The browser tests have no server whose state could be audited.");
  // Runs the sweeps first: the demo contains an unpaid order, and the state may be days old.
  for (const cron of unstable_readConfig({ config: "wrangler.toml" }).triggers.crons ?? []) {
    const swept = await fetch(`http://localhost:${env.PORT}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`);
    if (!swept.ok) throw new Error(`The cron answered ${swept.status}.`);
  }
  const broken = auditState(env.STATE_DIR);
  if (broken.length > 0) throw new Error(`Broken invariants:\n${broken.join("\n")}`);
}
