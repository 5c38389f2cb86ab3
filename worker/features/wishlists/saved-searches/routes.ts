import { Hono } from "hono";
import { ChangeSavedSearch, type SavedSearchesReply, type SavedSearchView, SaveSearch } from "#contract/wishlists";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentSearch } from "./present.ts";
import { readSearches } from "./queries.ts";
import { changeSearch, deleteSearch, saveSearch } from "./saved-searches.ts";

const saving = throttle("searches:save");

/** Saved searches of the signed-in user, mounted at /api/saved-searches. */
export const savedSearchRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const items = (await readSearches(db, actorOf(c).id)).map(presentSearch);
    return c.json<SavedSearchesReply, 200>({ items, server_now: now() }, 200);
  })
  /** Save a search with its filters. Idempotent without an Idempotency-Key, because the filters identify the search. */
  .post("/", requireTrader, saving, validate("json", SaveSearch), async (c) => {
    const { filters, frequency } = c.req.valid("json");
    const saved = unwrap(await saveSearch(c.get("services"), actorOf(c), filters, frequency ?? "instant"));
    return c.json<SavedSearchView, 201>(presentSearch(saved), 201);
  })
  .patch("/:id", requireTrader, saving, validate("json", ChangeSavedSearch), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const changed = unwrap(await changeSearch(c.get("services"), actorOf(c), id, c.req.valid("json")));
    return c.json<SavedSearchView, 200>(presentSearch(changed), 200);
  })
  .delete("/:id", requireTrader, saving, idParam(), async (c) => {
    unwrap(await deleteSearch(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
