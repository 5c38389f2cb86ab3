/**
 * A running import. Rows are sent in batches, and each batch can be sent again, so the import can stop and continue at
 * any point.
 */
import { createStore } from "zustand/vanilla";
import { type ImportedRow, type ImportReply, type ImportRowsInput, ROWS_PER_CALL } from "#contract/selling/import";
import { ApiError, api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import type { FileRow, ParsedFile } from "./import-file.ts";

export interface ImportState {
  /** `stopped`: by the seller or an error; can be continued. */
  phase: "checking" | "checked" | "listing" | "stopped" | "done";
  /** Processed rows and all rows of the current phase. */
  behind: number;
  total: number;
  results: ReadonlyMap<number, ImportedRow>;
  /** Number of rows found already listed by the first check. */
  before: number;
  problem: string | null;
}

export interface ImportOptions {
  on_sale: boolean;
  /** Lists rows again that were listed before. */
  again?: string;
}

/** External dependencies, replaced in tests. */
export interface ImportPort {
  send: (body: ImportRowsInput) => Promise<ImportReply>;
  pause: (ms: number) => Promise<void>;
}

const BROWSER: ImportPort = {
  send: (json) => unwrap(api.api.products.import.$post({ json })),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Leaves room for the rest of the request below its limit of 64 KB. */
const BATCH_BYTES = 48_000;
const PAUSES_MS = [1_000, 3_000];
/** If the server asks for a longer wait than this, the import stops. */
const LONGEST_WAIT_S = 30;

/** Splits the rows into batches of the size of one call. */
export function batchesOf(rows: readonly FileRow[]): FileRow[][] {
  const pieces: FileRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = new TextEncoder().encode(JSON.stringify(row)).length;
    const last = pieces.at(-1);
    if (!last || last.length >= ROWS_PER_CALL || bytes > room) {
      pieces.push([row]);
      room = BATCH_BYTES - bytes;
    } else {
      last.push(row);
      room -= bytes;
    }
  }
  return pieces;
}

/** State and control of one import. */
export class ImportRun {
  readonly file: ParsedFile;
  readonly store;
  readonly #port: ImportPort;
  /** Incremented by every start and stop. A loop that was started with an earlier value ends. */
  #generation = 0;

  constructor(file: ParsedFile, port: ImportPort = BROWSER) {
    this.file = file;
    this.#port = port;
    this.store = createStore<ImportState>(() => ({
      phase: "checking",
      behind: 0,
      total: file.rows.length,
      results: new Map(file.broken.map((row) => [row.line, row])),
      before: 0,
      problem: null,
    }));
  }

  /** Checks all rows with a dry run. */
  async check(options: ImportOptions): Promise<void> {
    await this.#go("checking", "checked", this.file.rows, { ...options, dry_run: true });
    if (options.again !== undefined) return;
    const already = [...this.store.getState().results.values()].filter(({ outcome }) => outcome === "already");
    this.store.setState({ before: already.length });
  }

  /** Lists the rows that are ready and not listed yet. */
  list(options: ImportOptions): Promise<void> {
    const { results } = this.store.getState();
    const rows = this.file.rows.filter(({ line }) => {
      const outcome = results.get(line)?.outcome;
      return outcome === "ready" || outcome === undefined;
    });
    return this.#go("listing", "done", rows, { ...options, dry_run: false });
  }

  stop(): void {
    this.#generation++;
    const { phase } = this.store.getState();
    if (phase === "listing" || phase === "checking") this.store.setState({ phase: "stopped" });
  }

  async #go(
    phase: "checking" | "listing",
    end: "checked" | "done",
    rows: readonly FileRow[],
    request: ImportOptions & { dry_run: boolean },
  ): Promise<void> {
    const generation = ++this.#generation;
    this.store.setState({ phase, behind: 0, total: rows.length, problem: null });
    for (const piece of batchesOf(rows)) {
      try {
        const { results } = await this.#persist({ ...request, rows: piece });
        // Store the results even if the seller has pressed Stop meanwhile, because the rows were listed.
        this.#note(results, piece.length);
      } catch (error) {
        if (generation === this.#generation) this.store.setState({ phase: "stopped", problem: errorMessage(error) });
        return;
      }
      if (generation !== this.#generation) return;
    }
    this.store.setState({ phase: end });
  }

  #note(rows: readonly ImportedRow[], count: number): void {
    this.store.setState(({ results, behind }) => ({
      behind: behind + count,
      results: new Map([...results, ...rows.map((row) => [row.line, row] as const)]),
    }));
  }

  /** Retries after a lost connection or a busy server; throws refusals. */
  async #persist(body: ImportRowsInput): Promise<ImportReply> {
    for (const ms of PAUSES_MS) {
      try {
        return await this.#port.send(body);
      } catch (error) {
        const wait = waitAfter(error, ms);
        if (wait === null) throw error;
        await this.#port.pause(wait);
      }
    }
    return this.#port.send(body);
  }
}

function waitAfter(error: unknown, ms: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const { retry_after: seconds = 0 } = error.details;
  if (error.status === 429) return seconds <= LONGEST_WAIT_S ? seconds * 1_000 : null;
  return error.code === "offline" || error.status >= 500 ? ms : null;
}
