/** A D1 that fails: it refuses statements, carries them out without replying, or is slow. */
import { env } from "cloudflare:workers";
import { sleep } from "../part.ts";

export type Fault = "none" | "refused" | "reply_lost" | "slow";

const LOST = "D1_ERROR: Network connection lost.";

async function through<T>(fault: Fault, slowMs: number, run: () => Promise<T>): Promise<T> {
  if (fault === "refused") throw new Error(LOST);
  if (fault === "slow") await sleep(slowMs);
  const result = await run();
  if (fault === "reply_lost") throw new Error(LOST);
  return result;
}

const RUNS = new Set(["first", "all", "run", "raw"]);

/** @param next returns the fault of each statement and batch. */
export function failingDatabase(next: () => { fault: Fault; slowMs: number }): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const broken = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        const call = (...args: unknown[]) => Reflect.apply(value, target, args) as unknown;
        if (name === "bind") return (...args: unknown[]) => broken(call(...args) as D1PreparedStatement);
        if (!RUNS.has(String(name))) return call;
        return (...args: unknown[]) => {
          const { fault, slowMs } = next();
          return through(fault, slowMs, () => call(...args) as Promise<unknown>);
        };
      },
    });
    originals.set(proxy, statement);
    return proxy;
  };
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => broken(target.prepare(sql));
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => {
          const { fault, slowMs } = next();
          return through(fault, slowMs, () => target.batch(statements.map((one) => originals.get(one) ?? one)));
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
