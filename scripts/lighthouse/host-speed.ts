/**
 * How fast this machine is while a page loads. A virtual machine has two speeds, nearly a factor of two apart, as its neighbour on
 * the same core is busy or not, and goes from one to the other within seconds: what was measured before the load says nothing
 * about it. So a thread of its own does the same small work again and again all the while, in a twentieth of its time.
 *
 * The work is the first loop of Lighthouse's own benchmark (`computeBenchmarkIndex`) and the score is on its scale: a text of
 * 10,000 letters put together one by one, tenths of how often in a second. Its second loop copies arrays larger than the
 * caches, which is another matter than script.
 */
import { parentPort, Worker, workerData } from "node:worker_threads";

const TEXT = 10_000;
/** The first turns bring the thread's memory back into the caches that others used meanwhile. */
const WARM_TURNS = 5;
const TURNS = 8;
const EVERY_MS = 15;
/** Says to this module that it is the thread that measures. */
const SAMPLER = "sampler";

export interface SpeedSample {
  /** µs of the machine's monotonic clock, which is the one of Chromium's traces. */
  at: number;
  score: number;
}

const micros = () => Number(process.hrtime.bigint() / 1000n);

function work(turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    let text = "";
    for (let letter = 0; letter < TEXT; letter++) text += "a";
    if (text.length !== TEXT) throw new Error("never, but it keeps the loop from being left out");
  }
}

function sample(): SpeedSample {
  work(WARM_TURNS);
  const at = micros();
  work(TURNS);
  return { at, score: (TURNS * 100_000) / Math.max(1, micros() - at) };
}

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What the samples of one load say. */
export interface HostSpeed {
  score: number;
  /** The fastest third of the load by its slowest: 1 for a machine that kept its speed. */
  swing: number;
}

/** The speed from one time to another, in µs; null where too little was measured to say. */
export function speedBetween(samples: readonly SpeedSample[], from: number, to: number): HostSpeed | null {
  const within = samples.filter(({ at }) => at >= from && at <= to);
  const third = (to - from) / 3;
  const thirds = [0, 1, 2].map((part) =>
    within.filter(({ at }) => at >= from + part * third && at <= from + (part + 1) * third).map(({ score }) => score),
  );
  if (thirds.some((scores) => scores.length < 5)) return null;
  const middles = thirds.map(median);
  return { score: median(within.map(({ score }) => score)), swing: Math.max(...middles) / Math.min(...middles) };
}

/** Measures until it is ended. */
export class SpeedWatch {
  readonly samples: SpeedSample[] = [];
  readonly #worker = new Worker(import.meta.filename, { workerData: SAMPLER });

  constructor() {
    this.#worker.on("message", (found: SpeedSample) => void this.samples.push(found));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

if (workerData === SAMPLER) {
  work(400);
  setInterval(() => parentPort?.postMessage(sample()), EVERY_MS);
}
