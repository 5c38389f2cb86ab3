/** After the last browser test: whatever people did, no invariant of the database is broken (RELIABILITY §3.3). */
import type { FullConfig } from "@playwright/test";
import { unstable_readConfig } from "wrangler";
import { auditState } from "../support/node/audit-state.ts";

export default async function auditTeardown(config: FullConfig): Promise<void> {
  const { command, env } = config.webServer ?? {};
  if (!command || !env?.STATE_DIR) throw new Error("The browser tests have no server whose state could be audited.");
  // What is overdue is swept first: the demo brings an order nobody has paid, and a state may be days old.
  for (const cron of unstable_readConfig({ config: "wrangler.toml" }).triggers.crons ?? []) {
    const swept = await fetch(`http://localhost:${env.PORT}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`);
    if (!swept.ok) throw new Error(`The cron answered ${swept.status}.`);
  }
  const broken = auditState(env.STATE_DIR);
  if (broken.length > 0) throw new Error(`Broken invariants:\n${broken.join("\n")}`);
}
