/**
 * Runs releases side by side on one state: rooms, user channels and migrator of one release, called by the Workers of
 * several. During a deployment the platform does the same, because a Durable Object keeps its code until it restarts.
 */
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { Release } from "./releases.ts";

const VARS = {
  APP_ENV: "local",
  REQUEST_LOG: "off",
  EDGE_CACHE: "off",
  DATABASE_BACKUP: "off",
  STAFF_SECOND_FACTOR: "off",
};
const ROOMS = "rooms";

/** The Worker of a release, at its own address. */
export interface Front {
  release: Release;
  rooms: Release;
  origin: string;
  /** Runs the jobs of the cron. */
  runJobs: () => Promise<void>;
}

function optionsOf({ config, modules, change }: Release): V4WorkerOptions {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const vars = workerOptions.bindings as Record<string, string>;
  return {
    ...workerOptions,
    // Only the API is called, and no queue delivers.
    assets: undefined,
    queueConsumers: undefined,
    modules,
    bindings: { ...vars, ...VARS, CHANGE: change ?? "" },
    // The headers set each person's IP address, as Cloudflare's edge does.
    stripCfConnectingIp: false,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
}

/** Runs the rooms of one release and the Workers of others while `use` runs. */
export async function sideBySide<T>(
  stateDir: string,
  rooms: Release,
  workers: readonly [Release, ...Release[]],
  use: (fronts: [Front, ...Front[]]) => Promise<T>,
): Promise<T> {
  const objects = optionsOf(rooms);
  const remote = Object.fromEntries(
    Object.entries(objects.durableObjects ?? {}).map(([binding, object]) => [
      binding,
      { ...(object as { className: string; useSQLite?: boolean }), scriptName: ROOMS },
    ]),
  );
  const errors: string[] = [];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: 0,
      resourcePersistencePath: join(stateDir, "v3"),
      handleStructuredLogs: ({ level, message }) => {
        if (level === "error") errors.push(message);
      },
      workers: [
        { ...objects, name: ROOMS },
        ...workers.map((release) => ({ ...optionsOf(release), name: release.name, durableObjects: remote })),
      ],
    }),
  );
  try {
    await miniflare.ready;
    const fronts = workers.map(async (release) => ({
      release,
      rooms,
      origin: (await miniflare.unsafeGetDirectURL(release.name)).origin,
      runJobs: async () => {
        const worker = await miniflare.getWorker(release.name);
        const { outcome } = await worker.scheduled({ cron: "*/5 * * * *" });
        if (outcome !== "ok") throw new Error(`The cron of the ${release.name} Worker ended with ${outcome}.`);
      },
    }));
    return await use((await Promise.all(fronts)) as [Front, ...Front[]]);
  } catch (error) {
    throw new Error([String(error), "Last errors of the log:", ...errors.slice(-3)].join("\n"));
  } finally {
    await miniflare.dispose();
  }
}
