/**
 * Creates, edits and deletes listings. Availability and price belong to the item's room; everything else is written
 * here.
 */

import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { UpdateItem } from "#contract/items";
import { isEditable } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { reserveToStore } from "#domain/negotiation/price-ladder";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { sellerSet } from "../../../../durable/item-room/commands/item.ts";
import { batch, type Query } from "../../../db/client.ts";
import { itemKnowledge, items } from "../../../db/schema/items.ts";
import type { Actor } from "../../../http/context.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { newGiveaway } from "../../giveaways/commands.ts";
import { type CreateInput, columnsOf, hasColumns, NO_KNOWLEDGE, newColumns, type Seller } from "../../items/columns.ts";
import { goodsOf, planEdit, planNew, reviewStatements, saleRefusal } from "../../items/goods-review.ts";
import { putOnSale, takeOffSale } from "../../items/on-sale.ts";
import { bindPhotos, releasePhotos } from "../../items/photos.ts";
import { findItem, type ItemRow, itemStatement } from "../../items/queries.ts";
import { priceLadders } from "../../negotiation/settings/queries.ts";
import { endDraft } from "../drafts/drafts.ts";
import { bundleRefusal } from "../my-items/my-items.ts";
import { readOwnItems } from "../my-items/queries.ts";
import { isNewSince, newItemStatements, refusalOfTerms } from "./new-item.ts";

type UpdateInput = z.output<typeof UpdateItem>;

const PHOTOS_NOT_YOURS = "One of these photos isn't yours or is already in another listing.";
const NOT_EDITABLE = "This item is sold, traded or being paid for, so you can't change it.";

function photosRefused(): Refusal {
  return refuseField("photo_ids", PHOTOS_NOT_YOURS);
}

/**
 * Returns the id of a new item. A draft becomes one item, from any device and however often it is sent; otherwise the
 * id is derived from the Idempotency-Key, if there is one.
 */
export async function idOfNewItem(
  services: Services,
  actor: Actor,
  cause: { draftId: string | undefined; key: string | null },
): Promise<string> {
  if (cause.draftId !== undefined) return stableId("itm", actor.id, "draft", cause.draftId);
  return cause.key === null ? services.newId("itm") : stableId("itm", actor.id, cause.key);
}

/** Returns the query of the seller's place, which a new item gets when it names none. */
export const sellerPlaceQuery = (sellerId: string): SQL =>
  sql`SELECT suburb, city, state_region, postcode, collection_address FROM profiles WHERE id = ${sellerId}`;

/**
 * Lists a new item for the signed-in seller. Omitted values come from the seller (place, address) or the rules (date,
 * time zone).
 * @param id see `idOfNewItem`: a retry after a lost reply finds its own item.
 */
export async function createItem(
  services: Services,
  actor: Actor,
  id: string,
  input: CreateInput,
  profile: Seller,
): Promise<Result<ItemRow>> {
  const { db, now: clock } = services;
  const now = clock();
  const columns = newColumns(input, profile, now);
  const refusal = refusalOfTerms(columns, now);
  if (refusal) return refusal;
  if (input.giveaway && columns.item.price_cents > 0) {
    return refuseField("giveaway", FREE_ONLY);
  }
  const plan = planNew(goodsOf(columns), input);
  if ("ok" in plan) return plan;
  const inReview = plan.review !== null;
  if (inReview && input.giveaway) return NO_GIVEAWAY_IN_REVIEW;
  const photos = await bindPhotos(db, { id, ownerId: actor.id }, input.photo_ids ?? [], []);
  if (photos === null) return photosRefused();

  const hasMinimum = columns.knowledge.minimum_price_cents !== null;
  const ladder = hasMinimum ? await (await priceLadders(services))(id) : null;
  const giveaway = await giveawayOf(id, actor.id, input);
  const status = inReview ? "inactive" : "active";
  const rows: Query[] = [
    ...newItemStatements(db, { id, sellerId: actor.id, columns, photos, giveaway, status }, now, ladder),
    ...reviewStatements(plan, { id: services.newId("rep"), itemId: id, sellerId: actor.id }, isNewSince(id, now), now),
  ];
  const { draft_id: draftId } = input;
  if (draftId !== undefined) rows.push(endDraft(db, { ownerId: actor.id, id: draftId, itemId: id }, now));
  const { statement, read } = itemStatement(db, id);
  const written = await batch(db, [...rows, statement]).catch(async (error: unknown) => {
    await releasePhotos(db, id, []); // else they would stay bound to an item that does not exist
    throw error;
  });
  const row = read(written.at(-1) ?? []);
  if (!row || row.item.seller_id !== actor.id) return NOT_FOUND;
  // The draft was listed before with other content, for example from a second device. The seller must learn that this
  // content was not saved.
  const { item } = row;
  const isRepeat = item.created_at !== now;
  if (draftId !== undefined && isRepeat && !hasColumns(newColumns(input, profile, item.created_at), row)) {
    await releasePhotos(db, id, item.photos);
    return refuse("already_used", "You've already listed this from another window or device.", {
      current: { item_id: id },
    });
  }
  return done(row);
}

const FREE_ONLY = "Only free items can be given away by a draw or to a person you pick.";

const NO_GIVEAWAY_IN_REVIEW = refuse(
  "invalid",
  "Our team needs to check this first. List it without a draw or a pick; you can choose that once it's approved.",
  { fields: [{ field: "giveaway", message: "Choose this once our team has approved the listing." }] },
);

/** Returns the giveaway of a new listing. A retry finds the first one by its id. */
async function giveawayOf(itemId: string, giverId: string, { giveaway }: CreateInput) {
  if (!giveaway) return null;
  const hours = giveaway.mode === "draw" ? giveaway.hours : null;
  return newGiveaway(await stableId("gva", itemId), itemId, giverId, { mode: giveaway.mode, hours });
}

/** Returns the item if this user may change it: 404 unknown, 410 removed (D15), 403 another user's (A02). */
async function findOwn(services: Services, actor: Actor, id: string): Promise<Result<ItemRow>> {
  const row = await findItem(services.db, id);
  if (!row) return NOT_FOUND;
  if (row.item.deleted_at !== null) return refuse("gone", MESSAGES.itemRemoved);
  if (row.item.seller_id !== actor.id) return refuse("not_owner", MESSAGES.ownListingsOnly);
  return done(row);
}

/** Changes of price and status, which only the room writes (D29). */
interface RoomChange {
  priceCents?: number;
  status?: "active" | "inactive";
}

/** Returns the part of an edit that the item's room must accept; null without one. */
function roomChange(item: ItemRow["item"], priceCents: number, status: RoomChange["status"]): RoomChange | null {
  const change = {
    ...(priceCents !== item.price_cents && { priceCents }),
    ...(status !== undefined && status !== item.status && { status }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Returns the values of a row in the order of its table, for an INSERT with SELECT. */
function valuesOf(row: typeof itemKnowledge.$inferSelect): SQL {
  const columns = Object.values(getTableColumns(itemKnowledge));
  return sql.join(
    columns.map((column) => sql.param(row[column.name as keyof typeof row], column)),
    sql`, `,
  );
}

/** Returns 409 with the current values, so that the editor can show what changed. */
function stale({ item }: ItemRow): Refusal {
  return refuse("stale", "This item was changed after you opened it. Reload the page and try again.", {
    current: { version: item.version, title: item.title, price: centsToDollars(item.price_cents), status: item.status },
  });
}

/** Condition: the item has the version at which the edit started, and no buyer has committed to it. */
function unchangedSince(id: string, version: number): SQL | undefined {
  return and(
    eq(items.id, id),
    eq(items.version, version),
    isNull(items.deleted_at),
    inArray(items.status, ["active", "inactive"]),
  );
}

/** Returns why a conditional write matched no row. */
async function editRefusal(services: Services, actor: Actor, id: string): Promise<Refusal> {
  const found = await findOwn(services, actor, id);
  if (!found.ok) return found;
  return isEditable(found.value.item.status) ? stale(found.value) : refuse("wrong_state", NOT_EDITABLE);
}

/**
 * Changes a listing. With a new price or status, the version is claimed first, then the room is asked, then the rest is
 * written. So a refusal of the room changes nothing, and of two edits of one version only one reaches the room.
 */
export async function editItem(
  services: Services,
  actor: Actor,
  id: string,
  input: UpdateInput,
): Promise<Result<ItemRow>> {
  const { db, env } = services;
  const now = services.now();
  const found = await findOwn(services, actor, id);
  if (!found.ok) return found;
  const { item } = found.value;
  if (input.version !== undefined && input.version !== item.version) return stale(found.value);
  if (!isEditable(item.status)) return refuse("wrong_state", NOT_EDITABLE);

  const photos = input.photo_ids
    ? await bindPhotos(db, { id, ownerId: actor.id }, input.photo_ids, item.photos)
    : item.photos;
  if (photos === null) return photosRefused();
  const before = { item, knowledge: found.value.knowledge ?? NO_KNOWLEDGE };
  const after = columnsOf(input, before);
  const refusal = refusalOfTerms(after, now, { ...before.item, ...before.knowledge });
  if (refusal) return refusal;
  const plan = planEdit(found.value, goodsOf(after), input);
  if ("ok" in plan) return plan;
  const { price_cents, ...columns } = after.item;
  const ladder = input.minimum_price == null ? null : await (await priceLadders(services))(id);
  const knowledge = {
    ...after.knowledge,
    reserve_cents: reserveToStore({ ...after.item, ...after.knowledge }, found.value.knowledge, ladder),
    updated_at: now,
  };

  let version = item.version;
  const change = roomChange(item, price_cents, plan.status);
  if (change) {
    const claimed = await db
      .update(items)
      .set({ version: version + 1 })
      .where(unchangedSince(id, version))
      .returning({ version: items.version });
    if (!claimed[0]) return editRefusal(services, actor, id);
    version = claimed[0].version;
    const answer = await execute(env, id, sellerSet({ sellerId: actor.id, ...change }));
    if (!answer.ok) return answer;
  }

  const unchanged = sql`EXISTS (SELECT 1 FROM items WHERE ${unchangedSince(id, version)})`;
  const review = reviewStatements(plan, { id: services.newId("rep"), itemId: id, sellerId: actor.id }, unchanged, now);
  const rows = await batch<{ id: string }[]>(db, [
    ...review,
    db
      .update(items)
      .set({ ...columns, photos, updated_at: now, version: version + 1 })
      .where(unchangedSince(id, version))
      .returning({ id: items.id }),
    // changes() refers to the previous statement, so the settings change together with the item or not at all.
    db
      .insert(itemKnowledge)
      .select(sql`SELECT ${valuesOf({ ...knowledge, item_id: id, created_at: now })} WHERE changes() > 0`)
      .onConflictDoUpdate({ target: itemKnowledge.item_id, set: knowledge }),
  ]);
  if (rows[review.length]?.length === 0) return editRefusal(services, actor, id);
  if (photos !== item.photos) await releasePhotos(db, id, photos);
  const edited = await findOwn(services, actor, id);
  if (!edited.ok) return edited;
  if (plan.saleLater) {
    const put = await putOnSale(services, edited.value);
    return put.ok ? findOwn(services, actor, id) : put;
  }
  // Another request may have put it on sale while this text was written.
  if (edited.value.item.status !== "active" || saleRefusal(edited.value) === null) return edited;
  const taken = await takeOffSale(services, edited.value);
  return taken.ok ? findOwn(services, actor, id) : taken;
}

/**
 * Removes a listing from sale (D37): soft deletion, only while no buyer holds or pays for it. The room decides and
 * writes the deletion date, at once or by its alarm.
 */
export async function deleteItem(services: Services, actor: Actor, id: string): Promise<Result> {
  const found = await findOwn(services, actor, id);
  if (!found.ok) return found;
  const [facts] = await readOwnItems(services.db, actor.id, [id]);
  if (facts?.pending_bundle) return bundleRefusal(facts.pending_bundle);
  const answer = await execute(services.env, id, sellerSet({ sellerId: actor.id, status: "removed" }));
  return answer.ok ? done() : answer;
}
