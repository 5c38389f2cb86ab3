import { Hono } from "hono";
import type { HealthReport } from "#contract/health";
import type { AppContext } from "../../http/context.ts";
import { IsolateCache } from "../../isolate-cache.ts";
import { probe } from "./probe.ts";

/** Anybody may ask, so an isolate proves itself at most this often; in between it repeats what it found. */
const KEPT_MS = 5_000;

const cache = new IsolateCache<HealthReport>();

/** Mounted before everything that needs the database: it has to answer when that does not. */
export const healthRoutes = new Hono<AppContext>()
  /** Whether the service works, part by part: 200, or 503 when a part is down. For monitors. */
  .get("/", async (c) => {
    const { env, now, later } = c.get("services");
    let last = cache.get();
    if (last === undefined || now() - last.server_now >= KEPT_MS || now() < last.server_now) {
      last = await probe(env, { now, later, newKey: () => crypto.randomUUID() });
      cache.set(last);
    }
    c.header("Cache-Control", "no-store");
    return c.json<HealthReport, 200 | 503>(last, last.status === "down" ? 503 : 200);
  });
