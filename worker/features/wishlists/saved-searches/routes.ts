import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { ChangeSavedSearch, type SavedSearchesReply, type SavedSearchView, SaveSearch } from "#contract/wishlists";
import { ID_PATTERN } from "#domain/ids";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { changeSearch, deleteSearch, saveSearch } from "./commands.ts";
import { presentSearch, readSearches } from "./queries.ts";

const TEN_MINUTES = 10 * 60_000;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const saving = throttle("searches:save", 60, TEN_MINUTES, "account");

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
    const saved = await saveSearch(c.get("services"), actorOf(c), filters, frequency ?? "instant");
    return saved.ok ? c.json<SavedSearchView, 201>(presentSearch(saved.row), 201) : respondRefusal(c, saved);
  })
  .patch("/:id", requireTrader, saving, validate("json", ChangeSavedSearch), async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const changed = await changeSearch(c.get("services"), actorOf(c), id, c.req.valid("json"));
    return changed.ok ? c.json<SavedSearchView, 200>(presentSearch(changed.row), 200) : respondRefusal(c, changed);
  })
  .delete("/:id", requireTrader, saving, async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const deleted = await deleteSearch(c.get("services"), actorOf(c), id);
    return deleted.ok ? c.json<{ ok: true }, 200>({ ok: true }, 200) : respondRefusal(c, deleted);
  });
