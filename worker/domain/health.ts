/** When the clock of the service counts as stopped: three ticks of five minutes missed. */
const CRON_STALE_MS = 15 * 60_000;

/** What is wrong with the cron, or null. `lastTick` null: it has never run. */
export function cronProblem(lastTick: { at: number; failed: readonly string[] } | null, now: number): string | null {
  if (lastTick === null) return "It has not run yet; it does every five minutes.";
  const age = now - lastTick.at;
  if (age > CRON_STALE_MS) return `It last ran ${Math.floor(age / 60_000)} minutes ago.`;
  if (lastTick.failed.length > 0) return `Failed in its last run: ${lastTick.failed.join(", ")}.`;
  return null;
}
