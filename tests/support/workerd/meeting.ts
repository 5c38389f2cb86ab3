import { env } from "cloudflare:workers";
import { vi } from "vitest";

/**
 * Holds back each statement that matches until as many are about to run, so that racing requests have all read before
 * the first of them writes. Until the end of the test.
 */
export function meetBefore(statement: RegExp, count = 2): void {
  let open = () => {};
  const everyone = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrived = 0;
  const prepare = env.DB.prepare.bind(env.DB);
  const waiting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...values: unknown[]) => waiting(value.apply(target, values));
        return async (...args: unknown[]) => {
          arrived++;
          if (arrived === count) open();
          await everyone;
          return value.apply(target, args);
        };
      },
    });
  vi.spyOn(env.DB, "prepare").mockImplementation((sql) => (statement.test(sql) ? waiting(prepare(sql)) : prepare(sql)));
}
