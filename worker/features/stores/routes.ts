import { Hono } from "hono";
import { ListStores, type StoreCard } from "#contract/browse";
import { refuse } from "#contract/errors";
import type { Page } from "#contract/page";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { validate } from "../../http/validate.ts";
import { presentPublicProfile } from "../profiles/present.ts";
import { listStores } from "./queries.ts";

const STORES_SHOWN = 24;

/** Mounted at /api/stores. A single store is its profile, its items and its bundles. */
export const storeRoutes = new Hono<AppContext>()
  /** Sellers with something for sale. */
  .get("/", validate("query", ListStores), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const { db, now } = c.get("services");
    const page = await listStores(db, cursor, limit ?? STORES_SHOWN);
    if (!page) {
      return respondRefusal(
        c,
        refuse("invalid", "That page of the list no longer exists. Start again from the first page.", {
          fields: [{ field: "cursor", message: "This cursor does not belong to this list." }],
        }),
      );
    }
    const items = page.rows.map((row) => ({
      ...presentPublicProfile(row),
      listed_count: row.listed_count,
      photos: row.photos,
    }));
    return c.json<Page<StoreCard>, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  });
