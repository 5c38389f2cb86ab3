/**
 * Creates, changes and ends moving sales. The pickup times of a sale are those of its items: saving it edits each item as
 * its form would, so checkout, deadlines and lists need to know nothing of sales.
 */

import { sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import type { SaveMovingSaleValue } from "#contract/selling/moving-sales";
import { isAustralianZone, isEditable } from "#domain/items/listing";
import { openWindows, sortWindows } from "#domain/orders/collection-windows";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { isSaleLive, SALES_LIVE_MAX, saleEnd, saleTimesProblem } from "#domain/selling/moving-sale";
import { batch, type Database } from "../../../db/client.ts";
import type { Actor } from "../../../http/context.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import { editItem } from "../listings/listings.ts";
import {
  findOwnSale,
  fits,
  type OwnSaleRow,
  readSaleCandidates,
  type SaleCandidate,
  type SaleValues,
  type StoredSale,
} from "./queries.ts";

/** Items edited at the same time: the platform allows six open connections per request. */
const AT_ONCE = 6;

const OVER = refuse("wrong_state", "This sale is over, so you can't change it. You can start a new one.");
const CHANGED = refuse("values_changed", "Your items or sales have just changed. Please check them and save again.");

/** Returns why the sale cannot have these values, or null. */
function valuesProblem(input: SaveMovingSaleValue, stored: OwnSaleRow | null, now: number): Refusal | null {
  const { collection_windows, collection_zone } = input;
  if (!isAustralianZone(collection_zone)) {
    return refuseField("collection_zone", "Choose an Australian time zone, such as Australia/Melbourne.");
  }
  const problem = saleTimesProblem(collection_windows, stored?.collection_windows ?? [], now);
  return problem === null ? null : refuseField("collection_windows", problem);
}

/** Returns why these items cannot be in the sale, or null. `kept`: ids that are in it already, and may be sold by now. */
function itemsProblem(items: readonly SaleCandidate[], wanted: number, kept: ReadonlySet<string>): Refusal | null {
  // Another seller's item is reported like one that does not exist.
  if (items.length < wanted) return refuseField("item_ids", "One of these items isn't yours or is no longer listed.");
  const unfit = items.find((item) => item.status !== "active" && !kept.has(item.id));
  if (unfit) return refuseField("item_ids", `“${unfit.title}” isn't for sale, so it can't be part of a sale.`);
  const taken = items.find((item) => item.other_sale !== null);
  if (taken) return refuseField("item_ids", `“${taken.title}” is already in your sale “${taken.other_sale}”.`);
  return null;
}

/** Sets the pickup times of the items that have others. Sold items and those being bought keep what was agreed. */
async function setTimes(
  services: Services,
  actor: Actor,
  items: readonly SaleCandidate[],
  { windows, zone }: Pick<SaleValues, "windows" | "zone">,
): Promise<Result> {
  const open = openWindows(windows, services.now());
  const text = JSON.stringify(open);
  const waiting = items.filter((item) => isEditable(item.status) && (item.windows !== text || item.zone !== zone));
  const refusals: Refusal[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item && refusals.length === 0; item = waiting.shift()) {
      const edited = await editItem(services, actor, item.id, { collection_windows: open, collection_zone: zone });
      if (!edited.ok) refusals.push({ ...edited, message: `“${item.title}”: ${edited.message}` });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, worker));
  return refusals[0] ?? done();
}

/** Checks everything, sets the times, then stores the sale, so that its page never shows other times than its items. */
async function save(
  services: Services,
  actor: Actor,
  id: string,
  input: SaveMovingSaleValue,
  stored: OwnSaleRow | null,
): Promise<Result<OwnSaleRow>> {
  const { db, now } = services;
  const { title, description } = input;
  const refusal =
    (await refusePublicTexts(db, actor.id, "moving_sales", { title, description })) ??
    valuesProblem(input, stored, now());
  if (refusal) return refusal;
  const windows = sortWindows(input.collection_windows);
  const values: SaleValues = {
    title: input.title,
    description: input.description ?? "",
    item_ids: [...new Set(input.item_ids)],
    windows,
    zone: input.collection_zone,
    ends_at: saleEnd(windows),
  };
  const { items, live } = await readSaleCandidates(db, actor.id, values.item_ids, id, now());
  if (live >= SALES_LIVE_MAX) {
    return refuse("conflict", `You have ${SALES_LIVE_MAX} sales. End one before you start another.`);
  }
  const unfit = itemsProblem(items, values.item_ids.length, new Set(stored?.parts.map((part) => part.id)));
  if (unfit) return unfit;
  const set = await setTimes(services, actor, items, values);
  if (!set.ok) return set;
  const sale = { id, sellerId: actor.id, values, now: now() };
  const written = stored ? await replaceSale(db, sale) : await insertSale(db, sale);
  const row = await findOwnSale(db, actor.id, id);
  // A repeat of the same request finds its own sale.
  return row && (written || !stored) ? done(row) : CHANGED;
}

/**
 * Creates a sale.
 * @param id derived from the Idempotency-Key if there is one, so that a retry finds its own sale.
 */
export async function createSale(
  services: Services,
  actor: Actor,
  id: string,
  input: SaveMovingSaleValue,
): Promise<Result<OwnSaleRow>> {
  const made = await findOwnSale(services.db, actor.id, id);
  return made ? done(made) : save(services, actor, id, input, null);
}

/** Changes a live sale. */
export async function changeSale(
  services: Services,
  actor: Actor,
  id: string,
  input: SaveMovingSaleValue,
): Promise<Result<OwnSaleRow>> {
  const stored = await findOwnSale(services.db, actor.id, id);
  if (!stored) return NOT_FOUND;
  return isSaleLive(stored, services.now()) ? save(services, actor, id, input, stored) : OVER;
}

/** Ends a sale. Repeating it changes nothing. */
export async function finishSale({ db, now }: Services, actor: Actor, id: string): Promise<Result> {
  if (await endSale(db, actor.id, id, now())) return done();
  return (await findOwnSale(db, actor.id, id)) ? done() : NOT_FOUND;
}

/** changes() refers to the previous statement: the items are written together with the sale or not at all. */
const insertItems = ({ id, values }: StoredSale) => sql`INSERT INTO moving_sale_items (sale_id, item_id)
  SELECT ${id}, value FROM json_each(${JSON.stringify(values.item_ids)}) WHERE changes() > 0`;

/**
 * Inserts a sale with its items, so that two concurrent requests do not exceed the limit or share an item.
 * @returns false when it no longer fits.
 */
export async function insertSale(db: Database, sale: StoredSale): Promise<boolean> {
  const { id, sellerId, values, now } = sale;
  const [made] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO moving_sales (id, seller_id, title, description, collection_windows, collection_zone, ends_at, status,
        created_at, updated_at)
      SELECT ${id}, ${sellerId}, ${values.title}, ${values.description}, ${JSON.stringify(values.windows)},
        ${values.zone}, ${values.ends_at}, 'active', ${now}, ${now}
      WHERE ${fits(sale)} ON CONFLICT DO NOTHING RETURNING id`,
    insertItems(sale),
  ]);
  return made.length > 0;
}

/** Does the same for a change of a live sale. */
export async function replaceSale(db: Database, sale: StoredSale): Promise<boolean> {
  const { id, sellerId, values, now } = sale;
  const [changed] = await batch<[{ id: string }, object, object]>(db, [
    sql`UPDATE moving_sales SET title = ${values.title}, description = ${values.description},
        collection_windows = ${JSON.stringify(values.windows)}, collection_zone = ${values.zone},
        ends_at = ${values.ends_at}, updated_at = ${now}
      WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' AND ends_at > ${now} AND ${fits(sale)}
      RETURNING id`,
    sql`DELETE FROM moving_sale_items WHERE sale_id = ${id} AND changes() > 0`,
    insertItems(sale),
  ]);
  return changed.length > 0;
}

/** Ends a live sale. Its items stay listed, with the pickup times they have. */
export async function endSale(db: Database, sellerId: string, id: string, now: number): Promise<boolean> {
  const rows = await db.all(sql`UPDATE moving_sales SET status = 'ended', updated_at = ${now}
    WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' RETURNING 1 AS done`);
  return rows.length > 0;
}
