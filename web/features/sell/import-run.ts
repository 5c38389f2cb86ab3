/** One import under way: rows go in pieces, and every piece may be sent again, so it can stop and go on anywhere. */
import { createStore } from "zustand/vanilla";
import { type ImportedRow, type ImportReply, type ImportRowsInput, ROWS_PER_CALL } from "#contract/products";
import { ApiProblem, api, problemMessage, unwrap } from "../../lib/api-client.ts";
import type { FileRow, ParsedFile } from "./import-file.ts";

export interface ImportState {
  /** `stopped`: by the seller or by a failure, and can go on. */
  phase: "checking" | "checked" | "listing" | "stopped" | "done";
  /** Rows behind us and rows in all, of the phase under way. */
  behind: number;
  total: number;
  /** What is known of each row, by its line. */
  results: ReadonlyMap<number, ImportedRow>;
  /** Rows that had been listed before, as first looked at. */
  before: number;
  problem: string | null;
}

export interface ImportOptions {
  on_sale: boolean;
  /** Lists rows again that were listed before. */
  again?: string;
}

/** What the run needs from outside, replaced in tests. */
export interface ImportPort {
  send: (body: ImportRowsInput) => Promise<ImportReply>;
  pause: (ms: number) => Promise<void>;
}

const BROWSER: ImportPort = {
  send: (json) => unwrap(api.api.products.import.$post({ json })),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Room for the rest of the request below the limit of 64 KB. */
const PIECE_BYTES = 48_000;
const PAUSES_MS = [1_000, 3_000];
/** Longer than this nobody watches a bar that stands still. */
const LONGEST_WAIT_S = 30;

/** Rows in pieces of what one call takes. */
export function piecesOf(rows: readonly FileRow[]): FileRow[][] {
  const pieces: FileRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = new TextEncoder().encode(JSON.stringify(row)).length;
    const last = pieces.at(-1);
    if (!last || last.length >= ROWS_PER_CALL || bytes > room) {
      pieces.push([row]);
      room = PIECE_BYTES - bytes;
    } else {
      last.push(row);
      room -= bytes;
    }
  }
  return pieces;
}

export class ImportRun {
  readonly file: ParsedFile;
  readonly store;
  readonly #port: ImportPort;
  /** Rises with every start and stop: a loop that is no longer the current one ends. */
  #turn = 0;

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

  /** Asks what would become of each row. */
  async check(options: ImportOptions): Promise<void> {
    await this.#go("checking", "checked", this.file.rows, { ...options, dry_run: true });
    if (options.again !== undefined) return;
    const already = [...this.store.getState().results.values()].filter(({ outcome }) => outcome === "already");
    this.store.setState({ before: already.length });
  }

  /** Lists the rows that can be listed and are not yet. */
  list(options: ImportOptions): Promise<void> {
    const { results } = this.store.getState();
    const rows = this.file.rows.filter(({ line }) => {
      const outcome = results.get(line)?.outcome;
      return outcome === "ready" || outcome === undefined;
    });
    return this.#go("listing", "done", rows, { ...options, dry_run: false });
  }

  stop(): void {
    this.#turn++;
    const { phase } = this.store.getState();
    if (phase === "listing" || phase === "checking") this.store.setState({ phase: "stopped" });
  }

  async #go(
    phase: "checking" | "listing",
    end: "checked" | "done",
    rows: readonly FileRow[],
    request: ImportOptions & { dry_run: boolean },
  ): Promise<void> {
    const turn = ++this.#turn;
    this.store.setState({ phase, behind: 0, total: rows.length, problem: null });
    for (const piece of piecesOf(rows)) {
      try {
        const { results } = await this.#persist({ ...request, rows: piece });
        // What was listed was listed, also when the seller has pressed Stop meanwhile.
        this.#note(results, piece.length);
      } catch (error) {
        if (turn === this.#turn) this.store.setState({ phase: "stopped", problem: problemMessage(error) });
        return;
      }
      if (turn !== this.#turn) return;
    }
    this.store.setState({ phase: end });
  }

  #note(rows: readonly ImportedRow[], count: number): void {
    this.store.setState(({ results, behind }) => ({
      behind: behind + count,
      results: new Map([...results, ...rows.map((row) => [row.line, row] as const)]),
    }));
  }

  /** A lost connection or a busy service is tried again for a while; a refusal is not. */
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
  if (!(error instanceof ApiProblem)) return null;
  const { retry_after: seconds = 0 } = error.details;
  if (error.status === 429) return seconds <= LONGEST_WAIT_S ? seconds * 1_000 : null;
  return error.code === "offline" || error.status >= 500 ? ms : null;
}
