import { Hono } from "hono";
import { ListStores, type StoreCard } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import { type OwnStore, SaveStore } from "#contract/selling/onboarding";
import type { AppContext } from "../../http/context.ts";
import { unwrap } from "../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { keepNearby, nearOf } from "../places/near-cookie.ts";
import { saveStore } from "./commands.ts";
import { presentOwnStore, presentStore } from "./present.ts";
import { listStores, storeOf } from "./queries.ts";

const STORES_SHOWN = 24;

/** Stores, mounted at /api/stores. A single store consists of its profile, items and bundles. */
export const storeRoutes = new Hono<AppContext>()
  /** List sellers with items for sale: near the visitor first, then most items first. */
  .get("/", keepNearby, validate("query", ListStores), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const { db, now } = c.get("services");
    const page = unwrap(await listStores(db, nearOf(c), cursor, limit ?? STORES_SHOWN));
    const items = page.rows.map(presentStore);
    return c.json<Page<StoreCard>, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  });

/** Store page of the signed-in seller, mounted at /api/store. */
export const ownStoreRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    return c.json<OwnStore, 200>(presentOwnStore(await storeOf(c.get("services").db, actorOf(c).id)), 200);
  })
  .put("/", requireTrader, throttle("store"), validate("json", SaveStore), async (c) => {
    const saved = unwrap(await saveStore(c.get("services"), actorOf(c).id, c.req.valid("json")));
    return c.json<OwnStore, 200>(presentOwnStore(saved), 200);
  });
