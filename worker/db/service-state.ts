/** What the service remembers about itself from one tick to the next (decision 0063). */

/** What the last tick of the cron did. */
interface CronState {
  ms: number;
  /** Jobs that threw. */
  failed: string[];
}

/** What the last round of audits found: nothing, when all is well. */
export interface AuditState {
  findings: { audit: string; ids: string[] }[];
}

/** How far the provider's events were read: those between two instants, newest first, page by page. */
export interface EventsState {
  from: number;
  to: number;
  /** The last event of the page that was read last; null when all of them were. */
  after: string | null;
  /** The oldest one that could not be carried out: the next reading begins there. */
  failed: number | null;
}

interface States {
  cron: CronState;
  audits: AuditState;
  events: EventsState;
  /** When days were last counted. */
  figures: Record<string, never>;
  /** Written to see whether the database takes writes. */
  health: Record<string, never>;
}

export interface Remembered<K extends keyof States> {
  value: States[K];
  at: number;
}

export function rememberStatement<K extends keyof States>(
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

export function recallStatement(d1: D1Database, name: keyof States): D1PreparedStatement {
  return d1.prepare("SELECT value, at FROM service_state WHERE name = ?").bind(name);
}

/** From a row of `recallStatement`. Null: it has never happened. */
export function remembered<K extends keyof States>(
  _name: K,
  row: { value: string; at: number } | undefined,
): Remembered<K> | null {
  return row ? { value: JSON.parse(row.value) as States[K], at: row.at } : null;
}
