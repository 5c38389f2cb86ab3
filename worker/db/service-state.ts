/** State that the service stores between cron runs (decision 0033). */

interface CronState {
  ms: number;
  /** Jobs that failed. */
  failed: string[];
}

/** Findings of the last audits; empty when all is well. */
export interface AuditState {
  findings: { audit: string; ids: string[] }[];
}

/** Progress of reading Stripe's events: between two instants, newest first, page by page. */
export interface EventsState {
  from: number;
  to: number;
  /** Last event of the page read last; null when all were read. */
  after: string | null;
  /** Time of the oldest event that could not be processed; the next run starts there. */
  failed: number | null;
}

interface States {
  cron: CronState;
  audits: AuditState;
  events: EventsState;
  /** When days were last counted. */
  figures: Record<string, never>;
  /** Written to check whether the database accepts writes. */
  health: Record<string, never>;
}

export interface StoredState<K extends keyof States> {
  value: States[K];
  at: number;
}

/** Returns a statement that stores a state. */
export function storeStateStatement<K extends keyof States>(
  d1: D1Database,
  name: K,
  value: States[K],
  at: number,
): D1PreparedStatement {
  return d1
    .prepare(
      "INSERT INTO service_state (name, value, at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at RETURNING at",
    )
    .bind(name, JSON.stringify(value), at);
}

/** Returns a query for a state; `parseState` parses its row. */
export function stateQuery(d1: D1Database, name: keyof States): D1PreparedStatement {
  return d1.prepare("SELECT value, at FROM service_state WHERE name = ?").bind(name);
}

/** Parses a row of `stateQuery`; null when there is none. */
export function parseState<K extends keyof States>(
  _name: K,
  row: { value: string; at: number } | undefined,
): StoredState<K> | null {
  return row ? { value: JSON.parse(row.value) as States[K], at: row.at } : null;
}
