/** State that the service stores between cron runs (decision 0033). */
import { type SQL, sql } from "drizzle-orm";

interface CronState {
  ms: number;
  /** Jobs that failed. */
  failed: string[];
}

interface PaymentsState extends CronState {
  /** The card provider was silent or down, so the run ended early. */
  paused: boolean;
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

/** Progress of the daily comparison of the ledger with the balance at Stripe (D75). */
export interface BooksState {
  /** Span of time whose movements are read, newest first, and the last one read; null when all were. */
  from: number;
  to: number;
  after: string | null;
  /** What the balance exceeded the ledger by at the last readings, until one is certain. */
  readings: number[];
  /** When a comparison last ended, and whether the balance then agreed. */
  compared_at: number | null;
  agrees: boolean;
}

/** Progress of the daily backup of the database. */
export interface BackupState {
  /** Folder in the bucket: the day on which it began. */
  day: string;
  begun: number;
  finished: number | null;
  /** Migrations of the database when it began. A newer one begins it again. */
  migrations: string[];
  /** Place of the next page: index of the table, and the last rowid. */
  table: number;
  after: number;
  /** Files written so far. */
  files: number;
}

interface States {
  cron: CronState;
  payments: PaymentsState;
  audits: AuditState;
  events: EventsState;
  books: BooksState;
  /** Date and id of the last listing that was read; null to begin again. */
  "stale-listings": { after: [number, string] | null };
  /** `rid` of the item whose popularity was counted last in turn; 0 to begin again. */
  popularity: { after: number };
  /** Last person whose swap circles were looked for, null at the end; and when this round began. */
  circles: { after: string | null; begun: number };
  backup: BackupState;
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
export function storeState<K extends keyof States>(name: K, value: States[K], at: number): SQL {
  return sql`INSERT INTO service_state (name, value, at) VALUES (${name}, ${JSON.stringify(value)}, ${at})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at RETURNING at`;
}

/** A row of `stateQuery`. */
export interface StateRow {
  value: string;
  at: number;
}

/** Returns a query for a state; `parseState` parses its row. */
export function stateQuery(name: keyof States): SQL {
  return sql`SELECT value, at FROM service_state WHERE name = ${name}`;
}

/** Parses a row of `stateQuery`; null when there is none. */
export function parseState<K extends keyof States>(_name: K, row: StateRow | undefined): StoredState<K> | null {
  return row ? { value: JSON.parse(row.value) as States[K], at: row.at } : null;
}
