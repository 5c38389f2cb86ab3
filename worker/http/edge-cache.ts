/**
 * Keeps replies for visitors in the Cache API, one cache per data centre (D65, decision 0051). A kept reply is never
 * read or made by a request with a session, and is at most 45 seconds old.
 */

import { createMiddleware } from "hono/factory";
import { DAY_MS } from "#domain/deadlines";
import { keptPath } from "#domain/site/pages";
import { replicaOf } from "../db/replica.ts";
import { IsolateCache } from "../isolate-cache.ts";
import type { AppContext, Ctx } from "./context.ts";
import { hasSession } from "./session-cookies.ts";

export interface EdgeCacheRules {
  /** How long a kept reply is used without asking again. */
  freshMs: number;
  /** How much longer others get it while one request renews it. */
  staleMs?: number;
  /** The reply is the same for every signed-in user too, such as a photo. */
  sameForEveryone?: boolean;
  /** What the reply depends on besides its address, such as the place in a visitor's cookie. */
  variant?: (c: Ctx) => string | Promise<string>;
}

/** Lists: what is new appears within 15 seconds. */
export const LIST_CACHE: EdgeCacheRules = { freshMs: 15_000, staleMs: 30_000 };
/** One item or sale: sold, held and removed ones show within five seconds. */
export const ITEM_CACHE: EdgeCacheRules = { freshMs: 5_000 };
/** A photo's bytes never change. A day, because a deleted photo must not stay for longer. */
export const PHOTO_CACHE: EdgeCacheRules = { freshMs: DAY_MS, sameForEveryone: true };

const KEPT_AT = "X-Kept-At";
const KEPT_CONTROL = "X-Kept-Cache-Control";
/** Longer addresses are rare searches, which nobody repeats within seconds. */
const ADDRESS_MAX = 300;

/** Keys that a request of this isolate is renewing. */
const renewing = new IsolateCache<Set<string>>();

/**
 * Answers from the data centre's cache when it can, and keeps the reply of the route otherwise. A visitor's reply is read
 * from a replica of the database.
 */
export const edgeCache = (rules: EdgeCacheRules) =>
  createMiddleware<AppContext>(async (c, next) => {
    if (isVisitor(c)) c.set("services", { ...c.get("services"), db: replicaOf(c.env.DB) });
    const key = await keyOf(c, rules);
    if (key === null) return next();
    const { now, defer } = c.get("services");
    const kept = await caches.default.match(key);
    const age = kept ? Math.max(0, now() - Number(kept.headers.get(KEPT_AT))) : Number.POSITIVE_INFINITY;
    const { freshMs, staleMs = 0 } = rules;
    const others = renewing.get() ?? new Set();
    renewing.set(others);
    if (kept && (age < freshMs || (age < freshMs + staleMs && others.has(key)))) {
      c.res = withAge(kept, age);
      return;
    }
    others.add(key);
    try {
      await next();
    } finally {
      others.delete(key);
    }
    // The reply to HEAD may have no body, so it is not kept.
    if (c.req.method !== "GET" || c.res.status !== 200 || c.res.headers.has("Set-Cookie")) return;
    defer(caches.default.put(key, keptCopy(c.res.clone(), now(), freshMs + staleMs)));
  });

const isVisitor = (c: Ctx) => c.req.header("Authorization") === undefined && !hasSession(c);

/** Returns the key of this request's reply, or null when the reply may not be kept. */
async function keyOf(c: Ctx, { sameForEveryone = false, variant }: EdgeCacheRules): Promise<string | null> {
  const { req, env } = c;
  if (env.EDGE_CACHE !== "on" || !["GET", "HEAD"].includes(req.method)) return null;
  if (!sameForEveryone && !isVisitor(c)) return null;
  // The route answers these two without a body.
  if (req.header("If-None-Match") !== undefined || req.header("Range") !== undefined) return null;
  const { origin, pathname, search, searchParams } = new URL(req.url);
  // Later pages of a list are asked for too rarely.
  if (pathname.length + search.length > ADDRESS_MAX || searchParams.has("cursor")) return null;
  // A deployment must not serve pages of an earlier one, whose scripts no longer exist.
  const parts = [env.VERSION.id, variant ? await variant(c) : ""].map(encodeURIComponent);
  return `${origin}/kept/${parts.join("/")}${keptPath(pathname)}${search}`;
}

function keptCopy(reply: Response, at: number, forMs: number): Response {
  const copy = new Response(reply.body, reply);
  copy.headers.set(KEPT_AT, String(at));
  const control = copy.headers.get("Cache-Control");
  if (control !== null) copy.headers.set(KEPT_CONTROL, control);
  // The Cache API does not look at Vary; the key holds what a reply depends on.
  copy.headers.set("Cache-Control", `s-maxage=${Math.ceil(forMs / 1000)}`);
  return copy;
}

/**
 * Returns a kept reply as the route would send it, with its age: whole seconds for calls, and milliseconds for pages,
 * whose scripts can read `Server-Timing` only. The browser's clock adds it to the reply's `server_now`.
 */
function withAge(kept: Response, age: number): Response {
  const reply = new Response(kept.body, kept);
  const { headers } = reply;
  const control = headers.get(KEPT_CONTROL);
  for (const name of [KEPT_AT, KEPT_CONTROL, "Cache-Control", "CF-Cache-Status"]) headers.delete(name);
  if (control !== null) headers.set("Cache-Control", control);
  headers.set("Age", String(Math.floor(age / 1000)));
  headers.set("Server-Timing", `age;dur=${age}`);
  return reply;
}
