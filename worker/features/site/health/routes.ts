import { Hono } from "hono";
import type { HealthReport } from "#contract/site/health";
import type { AppContext } from "../../../http/context.ts";
import { IsolateCache } from "../../../isolate-cache.ts";
import { probe } from "./probe.ts";

/** The endpoint is public, so an isolate runs the checks at most this often and repeats the last result. */
const MAX_AGE_MS = 5_000;

const cache = new IsolateCache<HealthReport>();

/** Mounted before everything that needs the database, because it must answer when the database is down. */
export const healthRoutes = new Hono<AppContext>()
  /** Get the health of the service, part by part: 200, or 503 when a part is down. For monitors. */
  .get("/", async (c) => {
    const { env, now, defer } = c.get("services");
    let last = cache.get();
    if (last === undefined || now() - last.server_now >= MAX_AGE_MS || now() < last.server_now) {
      last = await probe(env, { now, defer, newKey: () => crypto.randomUUID() });
      cache.set(last);
    }
    c.header("Cache-Control", "no-store");
    return c.json<HealthReport, 200 | 503>(last, last.status === "down" ? 503 : 200);
  });
