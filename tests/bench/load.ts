/**
 * Generates load with autocannon and measures the exact time of every request, because its own histogram has whole
 * milliseconds only.
 */
import autocannon from "autocannon";
import type { Runtime } from "./runtime.ts";

export interface Call {
  path: string;
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
}

/** A request that is repeated. `next` returns each call; a reply other than 2xx is an error. */
export interface Target {
  name: string;
  side: "app" | "edge" | "bare";
  next: () => Call;
}

/** Measurements of one target over all its rounds. */
export interface Measurements {
  /** Time of each answered request in ms. */
  times: number[];
  seconds: number;
  /** CPU time of the server in seconds. */
  cpu: number;
  errors: number;
}

export interface Figures {
  requests: number;
  rps: number;
  p50: number;
  p99: number;
  /** CPU time of the server per request, in ms. */
  cpu: number;
  errors: number;
}

export const noMeasurements = (): Measurements => ({ times: [], seconds: 0, cpu: 0, errors: 0 });

export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function figuresOf({ times, seconds, cpu, errors }: Measurements): Figures {
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

/** Duration or number of requests, and the number of connections. */
export interface LoadOptions {
  connections: number;
  seconds?: number;
  amount?: number;
}

/**
 * Waits for requests that were still running when a round ended. The database answers in order, so a query sent now is
 * answered last. Without this, eight abandoned ranked joins made up the slowest percent of the next searches.
 */
async function waitForAbandoned({ bare }: Runtime): Promise<void> {
  await (await fetch(`${bare}/row?name=none`)).text();
}

/** Runs load on one target and adds the measurements to `seen`. */
export async function load(runtime: Runtime, target: Target, dose: LoadOptions, seen: Measurements): Promise<void> {
  const cpu = runtime.cpu() ?? Number.NaN;
  // Measured from the first request to the last reply, without the start and end of the tool itself.
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
        // The tool ends only at a sampling tick, by default one second.
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
  // A round without replies took time too.
  if (last === 0) last = performance.now();
  seen.seconds += (last - (first ?? last)) / 1000;
  seen.cpu += (runtime.cpu() ?? Number.NaN) - cpu;
  seen.errors += refused + result.errors + result.timeouts;
  await waitForAbandoned(runtime);
}
