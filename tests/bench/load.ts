/** Load from autocannon, with the exact time of every request: its own histogram knows whole milliseconds only. */
import autocannon from "autocannon";
import type { Runtime } from "./runtime.ts";

export interface Call {
  path: string;
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
}

/** One thing that is asked over and over. `next` names the call; an answer other than 2xx is an error. */
export interface Target {
  name: string;
  side: "app" | "bare";
  next: () => Call;
}

/** What was seen of one target over all its rounds. */
export interface Seen {
  /** ms of each answered request. */
  times: number[];
  seconds: number;
  /** Seconds of processor time in the server. */
  cpu: number;
  errors: number;
}

export interface Figures {
  requests: number;
  rps: number;
  p50: number;
  p99: number;
  /** ms of processor time in the server for one request. */
  cpu: number;
  errors: number;
}

export const nothingSeen = (): Seen => ({ times: [], seconds: 0, cpu: 0, errors: 0 });

export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function figuresOf({ times, seconds, cpu, errors }: Seen): Figures {
  const sorted = Float64Array.from(times).sort();
  return {
    requests: times.length,
    rps: times.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpu: (cpu * 1_000) / times.length,
    errors,
  };
}

/** How long or how often, and by how many at once. */
export interface Dose {
  connections: number;
  seconds?: number;
  amount?: number;
}

/**
 * Waits for what was under way when a round ended: the server goes on with it although nobody listens. The database
 * answers in turn, so a query asked now is answered last. Eight ranked joins left behind were the slowest hundredth of the
 * searches that came next.
 */
async function leftBehind({ bare }: Runtime): Promise<void> {
  await (await fetch(`${bare}/row?name=none`)).text();
}

/** Asks one target for a while and adds what was seen. */
export async function load(runtime: Runtime, target: Target, dose: Dose, seen: Seen): Promise<void> {
  const cpu = runtime.cpu() ?? Number.NaN;
  // From the first request to the last answer: what the tool itself needs to begin and to end is not the server's.
  let first: number | undefined;
  let last = 0;
  let refused = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: runtime[target.side],
        connections: dose.connections,
        ...(dose.amount === undefined ? { duration: dose.seconds ?? 1 } : { amount: dose.amount }),
        timeout: 30,
        // It only ever ends at a tick, which is a second otherwise.
        sampleInt: 50,
        requests: [
          {
            setupRequest: (request) => {
              first ??= performance.now();
              const { path, method = "GET", headers = {}, body } = target.next();
              return { ...request, path, method, headers, ...(body !== undefined && { body }) };
            },
          },
        ],
      },
      (error: unknown, done) => (error ? reject(error as Error) : resolve(done)),
    );
    run.on("response", (_client, status, _bytes, time) => {
      last = performance.now();
      if (status >= 200 && status < 300) seen.times.push(time);
      else refused++;
    });
  });
  // A round in which nothing was answered has taken its time, too.
  if (last === 0) last = performance.now();
  seen.seconds += (last - (first ?? last)) / 1000;
  seen.cpu += (runtime.cpu() ?? Number.NaN) - cpu;
  seen.errors += refused + result.errors + result.timeouts;
  await leftBehind(runtime);
}
