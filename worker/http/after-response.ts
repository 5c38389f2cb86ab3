import { IsolateCache } from "../isolate-cache.ts";
import { errorText, log } from "../log.ts";
import type { Services } from "../services.ts";

interface Run {
  /** When the present round began. */
  since: number;
  /** What calls during this round asked for. */
  asked: Set<string>;
  again: boolean;
}

/** A round older than this belongs to a request that the platform has ended. */
const ABANDONED_MS = 30_000;
/** Then the next call goes on: the platform keeps a request for 30 seconds after its response. */
const RUN_MS = 10_000;

/**
 * Returns a function that runs `work` after the response, once at a time in each isolate. Calls during a run are
 * answered by one further round for all of them. Otherwise each of many requests at once would do the same work, in
 * several trips to the database.
 * @param work gets what the calls named; returns whether more is waiting. Cron repeats what fails.
 */
export function afterResponse(name: string, work: (services: Services, asked: string[]) => Promise<boolean>) {
  const current = new IsolateCache<Run>();
  return (services: Services, asked: readonly string[] = []): void => {
    const { now } = services;
    const known = current.get();
    if (known && now() - known.since < ABANDONED_MS) {
      for (const one of asked) known.asked.add(one);
      known.again = true;
      return;
    }
    const run: Run = { since: now(), asked: new Set(asked), again: true };
    current.set(run);
    const rounds = async () => {
      const started = now();
      while (run.again && now() - started < RUN_MS) {
        const named = [...run.asked];
        run.asked.clear();
        run.since = now();
        run.again = false;
        const more = await work(services, named);
        run.again ||= more;
      }
    };
    services.defer(
      rounds()
        .catch((error: unknown) => log("warn", { message: `${name} postponed`, error: errorText(error) }))
        .finally(() => {
          if (current.get() === run) current.set(undefined);
        }),
    );
  };
}
