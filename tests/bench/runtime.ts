/**
 * Runs the built Worker in workerd as deployed, and the bare Worker beside it: one process and one database. Each has
 * its own socket, without the proxies of the development tools.
 */
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { writeLocalConfig } from "../../scripts/local/config.ts";
import { bundledModules, bundleWorker } from "../support/node/worker-bundle.ts";

const root = resolve(import.meta.dirname, "../..");
const BUNDLE = join(root, ".state/bench/bundle");

/** Signs the access tokens of a run, so that thousands of buyers need not sign in first. */
export const SESSION_SECRET = "of a bench run, which nobody else ever meets";

export interface Runtime {
  app: string;
  /** The app with the edge cache. */
  edge: string;
  bare: string;
  /** CPU time of the runtime in seconds; null where the system does not report it. */
  cpu: () => number | null;
  stop: () => Promise<void>;
}

/** Process ids of the children of this process. */
function children(): string[] {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

const NANOSECONDS = 1e9;

/**
 * CPU time, which varies less than elapsed time when the machine has other work. Read from the scheduler for each
 * thread, because the ticks of the process have a resolution of 10 ms, which is the time of five pages.
 */
function cpuOf(pid: string | undefined): number | null {
  if (pid === undefined) return null;
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ran = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]));
    return ran.reduce((sum, time) => sum + time, 0) / NANOSECONDS;
  } catch {
    return null;
  }
}

/** Bundles the Worker, and the Stripe emulator. */
export const bundleApp = () => bundleWorker(writeLocalConfig(), BUNDLE);

export async function startRuntime(stateDir: string, options: { inspectorPort?: number } = {}): Promise<Runtime> {
  const config = unstable_readConfig({ config: writeLocalConfig() }, { hideWarnings: true });
  const shared = {
    compatibilityDate: config.compatibility_date ?? "",
    compatibilityFlags: config.compatibility_flags,
    // The bare Worker uses the app's database.
    d1Databases: { DB: "goodstreet" },
    // The headers set each person's IP address, as Cloudflare's edge does.
    stripCfConnectingIp: false,
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
  const objects = config.durable_objects.bindings as { name: string; class_name: string }[];
  const app: V4WorkerOptions = {
    ...shared,
    name: "app",
    modules: bundledModules(BUNDLE),
    bindings: {
      ...config.vars,
      SESSION_SECRET,
    },
    durableObjects: Object.fromEntries(
      objects.map(({ name, class_name }) => [name, { className: class_name, useSQLite: true }]),
    ),
    r2Buckets: { IMAGES: "goodstreet-images" },
    versionMetadata: "VERSION",
  };
  const edge: V4WorkerOptions = { ...app, name: "edge", bindings: { ...app.bindings, EDGE_CACHE: "on" } };
  const bare: V4WorkerOptions = {
    ...shared,
    name: "bare",
    modules: [
      {
        type: "ESModule",
        path: "bare.js",
        contents: stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "bare-worker.ts"), "utf8")),
      },
    ],
    durableObjects: { ROOM: { className: "BareRoom", useSQLite: true } },
  };
  const before = new Set(children());
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: 0,
      resourcePersistencePath: stateDir,
      // Drop the log lines of requests.
      handleStructuredLogs: () => undefined,
      ...(options.inspectorPort !== undefined && { inspectorPort: options.inspectorPort }),
      workers: [app, edge, bare],
    }),
  );
  await miniflare.ready;
  const origin = async (name: string) => (await miniflare.unsafeGetDirectURL(name)).origin;
  const workerd = children().find((pid) => !before.has(pid));
  const runtime = {
    app: await origin("app"),
    edge: await origin("edge"),
    bare: await origin("bare"),
    cpu: () => cpuOf(workerd),
    stop: () => miniflare.dispose(),
  };
  // The first request applies the migrations of a new state.
  const reply = await fetch(`${runtime.app}/api/auth/session`);
  if (!reply.ok) throw new Error(`The app answered ${reply.status}: ${await reply.text()}`);
  return runtime;
}
