import { join, resolve } from "node:path";
import { Cron } from "croner";
import type { HealthReport } from "#contract/site/health";

/** Runs the cron triggers of wrangler.toml, because the local runtime does not. */
export async function runCron(origin: string, health: HealthReport): Promise<void> {
  const { unstable_readConfig } = await import("wrangler");
  const config = join(resolve(import.meta.dirname, "../.."), "wrangler.toml");
  for (const pattern of unstable_readConfig({ config }).triggers.crons ?? []) {
    const cron = new Cron(pattern, { unref: true, timezone: "UTC" }, async () => {
      try {
        await fetch(`${origin}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(pattern)}`);
      } catch (error) {
        console.error(`cron ${pattern}: ${String(error)}`);
      }
    });
    // Run at once if runs were missed while the state was not in use.
    if (health.parts.cron.state !== "ok") await cron.trigger();
  }
}
