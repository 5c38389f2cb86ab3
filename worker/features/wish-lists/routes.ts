import { Hono } from "hono";
import { refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import type { Page } from "#contract/page";
import {
  ListWishes,
  NameWishList,
  type PlacedReply,
  PlaceWish,
  type SavedItemsReply,
  type WishListsReply,
  type WishListView,
  type WishView,
} from "#contract/wish-lists";
import { ID_PATTERN } from "#domain/ids";
import { centsToDollars } from "#domain/money";
import type { AppContext, Ctx } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../http/session.ts";
import { stableId } from "../../http/stable-id.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { presentCard } from "../items/present.ts";
import { readingOf } from "../items/reading.ts";
import { createList, deleteList, placeWish, renameList } from "./commands.ts";
import { readEntries, readLists, readWishes } from "./queries.ts";

const TEN_MINUTES = 10 * 60_000;
const PAGE_SIZE = 24;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
/** A heart is pressed often and quickly. */
const placing = throttle("wishes:place", 240, TEN_MINUTES, "account");
const naming = throttle("wishes:lists", 60, TEN_MINUTES, "account");

async function listsOf(c: Ctx): Promise<WishListView[]> {
  const rows = await readLists(c.get("services").db, actorOf(c).id);
  return rows.map(({ id, name, count }, index) => ({ id, name, count, is_default: index === 0 }));
}

async function respondWithList(c: Ctx, id: string, status: 200 | 201) {
  const view = (await listsOf(c)).find((list) => list.id === id);
  return view ? c.json<WishListView, 200 | 201>(view, status) : respondRefusal(c, NOT_FOUND);
}

/** Mounted at /api/wish-lists: one's own only, and to anybody else as if they were not there. */
export const wishListRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) =>
    c.json<WishListsReply, 200>({ items: await listsOf(c), server_now: c.get("services").now() }, 200),
  )
  /** Makes a list. With an Idempotency-Key a repeat answers with the same list. */
  .post("/", requireTrader, naming, validate("json", NameWishList), idempotent("wish-lists"), async (c) => {
    const services = c.get("services");
    const key = requestKey(c);
    const id = key === null ? services.newId("wsh") : await stableId("wsh", actorOf(c).id, key);
    const made = await createList(services, actorOf(c), id, c.req.valid("json").name);
    return made.ok ? respondWithList(c, id, 201) : respondRefusal(c, made);
  })
  /** Everything saved, for the hearts on whatever page is open: one query, whatever the page shows. */
  .get("/entries", requireActor, async (c) => {
    const { db, now } = c.get("services");
    return c.json<SavedItemsReply, 200>({ items: await readEntries(db, actorOf(c).id), server_now: now() }, 200);
  })
  /** Saves, moves or lets go of one listing. */
  .put("/entries/:item_id", requireTrader, placing, validate("json", PlaceWish), async (c) => {
    const item_id = c.req.param("item_id");
    if (!ID_PATTERN.test(item_id)) return respondRefusal(c, NOT_FOUND);
    const placed = await placeWish(c.get("services"), actorOf(c), item_id, c.req.valid("json").list_ids);
    if (!placed.ok) return respondRefusal(c, placed);
    return c.json<PlacedReply, 200>({ item_id, list_ids: placed.list_ids }, 200);
  })
  .patch("/:id", requireTrader, naming, validate("json", NameWishList), async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const renamed = await renameList(c.get("services"), actorOf(c), id, c.req.valid("json").name);
    return renamed.ok ? respondWithList(c, id, 200) : respondRefusal(c, renamed);
  })
  /** Removes a list; what is on another list too stays there. */
  .delete("/:id", requireTrader, naming, async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const deleted = await deleteList(c.get("services"), actorOf(c), id);
    return deleted.ok ? c.json<{ ok: true }, 200>({ ok: true }, 200) : respondRefusal(c, deleted);
  })
  /** What is in a list, the last saved first. */
  .get("/:id/items", requireActor, validate("query", ListWishes), async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const { cursor, limit = PAGE_SIZE } = c.req.valid("query");
    const page = await readWishes(c.get("services").env.DB, actorOf(c).id, id, { cursor, limit });
    if (page === "foreign") return respondRefusal(c, NOT_FOUND);
    if (page === "broken") return respondRefusal(c, WRONG_CURSOR);
    const reading = readingOf(c);
    const items = page.rows.map(({ card, added_at, cents_when_added, list_ids }) => ({
      item: presentCard(card, reading),
      added_at,
      price_when_added: cents_when_added === card.price_cents ? null : centsToDollars(cents_when_added),
      list_ids,
    }));
    return c.json<Page<WishView>, 200>({ items, next_cursor: page.next_cursor, server_now: reading.now }, 200);
  });
