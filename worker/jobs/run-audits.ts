import type { Services } from "../http/context.ts";
import { runAudits } from "./audits.ts";

const TICK_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Once an hour, because the questions read whole tables: in the first tick of it. Findings are logged as errors. */
export async function auditHourly({ env, now }: Pick<Services, "env" | "now">): Promise<void> {
  if (now() % HOUR_MS >= TICK_MS) return;
  for (const finding of await runAudits(env.DB, now())) {
    console.error(JSON.stringify({ level: "error", problem: "audit", ...finding }));
  }
}
