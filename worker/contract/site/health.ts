/** GET /api/health: for monitoring, without authentication. Reports which part fails, without error details. */

export type PartState = "ok" | "degraded" | "down";

export interface HealthPart {
  state: PartState;
  ms: number;
  /** A sentence for the operator; null when the part works. */
  problem: string | null;
}

/**
 * `database`: D1, read and written. `objects`: R2. `rooms`: a Durable Object, called. `cron`: its last run.
 * `mail`: whether emails are sent and can link to the site. `payments`: Stripe, called; also "ok" while card payments are off.
 * `operator`: whether a deployment says who runs it (D92).
 */
export type HealthPartName = "database" | "objects" | "rooms" | "cron" | "mail" | "payments" | "operator";

export interface HealthReport {
  /** "down" is sent with status 503; "degraded" with 200, because buying and selling still work. */
  status: PartState;
  parts: Record<HealthPartName, HealthPart>;
  /** Id of the deployed version; empty on a developer's machine. */
  version: string;
  server_now: number;
}
