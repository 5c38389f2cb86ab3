import { Hono } from "hono";
import type { Page } from "#contract/page";
import {
  type ItemListsReply,
  ListSavedItems,
  NameWishList,
  type SavedItemsReply,
  type SavedItemView,
  SetItemLists,
  type WishListsReply,
  type WishListView,
} from "#contract/wishlists";
import { centsToDollars } from "#domain/money";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { presentCard, requestContext } from "../items/present.ts";
import { createList, deleteList, renameList, saveItem } from "./commands.ts";
import { readEntries, readLists, readWishes } from "./queries.ts";

const PAGE_SIZE = 24;
/** The heart button may be pressed often and quickly. */
const placing = throttle("wishes:place");
const naming = throttle("wishes:lists");

async function listsOf(c: Ctx): Promise<WishListView[]> {
  const rows = await readLists(c.get("services").db, actorOf(c).id);
  return rows.map(({ id, name, count }, index) => ({ id, name, count, is_default: index === 0 }));
}

async function listNow(c: Ctx, id: string): Promise<WishListView> {
  return found((await listsOf(c)).find((list) => list.id === id));
}

/** Wish lists of the signed-in user, mounted at /api/wish-lists. Other users' lists are 404. */
export const wishListRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) =>
    c.json<WishListsReply, 200>({ items: await listsOf(c), server_now: c.get("services").now() }, 200),
  )
  /** Create a wish list. With an Idempotency-Key, a repeat returns the same list. */
  .post("/", requireTrader, naming, validate("json", NameWishList), idempotent("wish-lists"), async (c) => {
    const id = await newIdFor(c, "wsh");
    unwrap(await createList(c.get("services"), actorOf(c), id, c.req.valid("json").name));
    return c.json<WishListView, 201>(await listNow(c, id), 201);
  })
  /** List all saved items with their lists, to mark them on any page. */
  .get("/entries", requireActor, async (c) => {
    const { db, now } = c.get("services");
    return c.json<SavedItemsReply, 200>({ items: await readEntries(db, actorOf(c).id), server_now: now() }, 200);
  })
  /** Save an item, move it between lists, or remove it. */
  .put("/entries/:item_id", requireTrader, placing, validate("json", SetItemLists), idParam("item_id"), async (c) => {
    const { item_id } = c.req.valid("param");
    const list_ids = unwrap(await saveItem(c.get("services"), actorOf(c), item_id, c.req.valid("json").list_ids));
    return c.json<ItemListsReply, 200>({ item_id, list_ids }, 200);
  })
  .patch("/:id", requireTrader, naming, validate("json", NameWishList), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    unwrap(await renameList(c.get("services"), actorOf(c), id, c.req.valid("json").name));
    return c.json<WishListView, 200>(await listNow(c, id), 200);
  })
  /** Delete a wish list. Items that are also on another list stay there. */
  .delete("/:id", requireTrader, naming, idParam(), async (c) => {
    unwrap(await deleteList(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** List the items of a wish list, last saved first. */
  .get("/:id/items", requireActor, validate("query", ListSavedItems), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const { cursor, limit = PAGE_SIZE } = c.req.valid("query");
    const page = unwrap(await readWishes(c.get("services").db, actorOf(c).id, id, { cursor, limit }));
    const context = requestContext(c);
    const items = page.rows.map(({ card, added_at, cents_when_added, list_ids }) => ({
      item: presentCard(card, context),
      added_at,
      price_when_added: cents_when_added === card.price_cents ? null : centsToDollars(cents_when_added),
      list_ids,
    }));
    return c.json<Page<SavedItemView>, 200>({ items, next_cursor: page.next_cursor, server_now: context.now }, 200);
  });
