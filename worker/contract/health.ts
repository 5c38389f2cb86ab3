/** GET /api/health: what monitors ask, without sign-in. Says which part is ill, never why in another's words. */

export type PartState = "ok" | "degraded" | "down";

export interface HealthPart {
  state: PartState;
  ms: number;
  /** A sentence for whoever is woken by it; null when all is well. */
  problem: string | null;
}

/**
 * `database`: D1, read and written. `objects`: R2. `rooms`: a Durable Object, called. `cron`: its last tick. `mail_links`:
 * whether emails can link to the site.
 */
export type HealthPartName = "database" | "objects" | "rooms" | "cron" | "mail_links";

export interface HealthReport {
  /** "down" is answered with 503; "degraded" with 200: people can still buy and sell. */
  status: PartState;
  parts: Record<HealthPartName, HealthPart>;
  /** Id of the deployed version; empty on a developer's machine. */
  version: string;
  server_now: number;
}
