/** Creates, changes and deletes a seller's own bundles (D38). */

import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { CreateBundle, UpdateBundle } from "#contract/selling/my-items";
import { centsToDollars } from "#domain/money";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { bundleProblems } from "#domain/selling/bundle-terms";
import { batch, type Database } from "../../../db/client.ts";
import type { Actor } from "../../../http/context.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import {
  type BundleValues,
  chosenItems,
  findOwnBundle,
  inNoOtherBundle,
  type OwnBundleRow,
  readBundleCandidates,
} from "./queries.ts";

type Wanted = Omit<BundleValues, "bundle_price_cents"> & { bundle_price_cents: number | null };

const BEING_BOUGHT = "Someone is buying this bundle, so you can't change it right now.";
const SOLD = "This bundle is sold, so you can't change it.";

const blankToNull = (value: string | null | undefined) => value?.trim() || null;

function itemProblem(message: string): Refusal {
  return refuseField("item_ids", message);
}

/** Checks the values against the rules and the current items. */
async function checked(
  { db, now }: Services,
  actor: Actor,
  bundleId: string,
  wanted: Wanted,
  kept: OwnBundleRow | null,
): Promise<Result<BundleValues>> {
  const items = await readBundleCandidates(db, actor.id, wanted.item_ids, bundleId);
  // Another seller's item is reported like one that does not exist.
  if (items.length < wanted.item_ids.length)
    return itemProblem("One of these items isn't yours or is no longer listed.");
  const unfit = items.find((item) => !item.for_sale);
  if (unfit) return itemProblem(`“${unfit.title}” isn't for sale, so it can't be part of a bundle.`);
  const taken = items.find((item) => item.other_bundle !== null);
  if (taken) return itemProblem(`“${taken.title}” is already in the bundle “${taken.other_bundle}”.`);
  const problems = bundleProblems(
    { ...wanted, item_price_cents: items.map((item) => item.price_cents) },
    now(),
    kept?.collection_date ?? null,
  );
  const { title, description } = wanted;
  const refusal = await refusePublicTexts(db, actor.id, "bundles", { title, description });
  if (refusal) return refusal;
  const [first] = problems;
  const price = wanted.bundle_price_cents;
  if (first || price === null) {
    const fields = problems.map(({ field, message }) => ({ field, message }));
    return refuse("invalid", first?.message ?? MESSAGES.valuesChanged, { fields });
  }
  return done({ ...wanted, bundle_price_cents: price });
}

/**
 * Creates a bundle.
 * @param id derived from the Idempotency-Key if there is one, so that a retry finds its own bundle.
 */
export async function createBundle(
  services: Services,
  actor: Actor,
  id: string,
  input: z.output<typeof CreateBundle>,
): Promise<Result<OwnBundleRow>> {
  const made = await findOwnBundle(services.db, actor.id, id);
  if (made) return done(made);
  const wanted: Wanted = {
    title: input.title,
    description: input.description ?? "",
    bundle_price_cents: input.bundle_price,
    item_ids: [...new Set(input.item_ids)],
    collection_date: input.collection_date ?? null,
    collection_address: blankToNull(input.collection_address),
  };
  const values = await checked(services, actor, id, wanted, null);
  if (!values.ok) return values;
  const now = services.now();
  if (!(await insertBundle(services.db, { id, sellerId: actor.id, values: values.value, now }))) {
    // An item was sold, repriced or bundled between check and write; the repeated check reports which.
    const again = await checked(services, actor, id, wanted, null);
    if (!again.ok) return again;
  }
  const row = await findOwnBundle(services.db, actor.id, id);
  return row ? done(row) : refuse("values_changed", MESSAGES.valuesChanged);
}

/** Returns why the seller's bundle cannot be changed, or null. */
function locked(row: OwnBundleRow): Refusal | null {
  if (row.status === "active") return null;
  return refuse("wrong_state", row.status === "sold" ? SOLD : BEING_BOUGHT);
}

function stale(row: OwnBundleRow): Refusal {
  return refuse("stale", "This bundle was changed after you opened it. Reload the page and try again.", {
    current: { updated_at: row.updated_at, title: row.title, bundle_price: centsToDollars(row.bundle_price_cents) },
  });
}

/** Replaces the named fields; `item_ids` replaces the whole list. */
export async function updateBundle(
  services: Services,
  actor: Actor,
  id: string,
  input: z.output<typeof UpdateBundle>,
): Promise<Result<OwnBundleRow>> {
  const row = await findOwnBundle(services.db, actor.id, id);
  if (!row) return NOT_FOUND;
  const refusal = locked(row);
  if (refusal) return refusal;
  if (input.updated_at !== undefined && input.updated_at !== row.updated_at) return stale(row);
  const wanted: Wanted = {
    title: input.title ?? row.title,
    description: input.description ?? row.description,
    bundle_price_cents: input.bundle_price === undefined ? row.bundle_price_cents : input.bundle_price,
    item_ids: input.item_ids === undefined ? row.parts.map((part) => part.id) : [...new Set(input.item_ids)],
    collection_date: input.collection_date === undefined ? row.collection_date : input.collection_date,
    collection_address:
      input.collection_address === undefined ? row.collection_address : blankToNull(input.collection_address),
  };
  const values = await checked(services, actor, id, wanted, row);
  if (!values.ok) return values;
  const now = services.now();
  const change = { id, sellerId: actor.id, values: values.value, now, readAt: row.updated_at };
  const replaced = await replaceBundle(services.db, change);
  const after = await findOwnBundle(services.db, actor.id, id);
  if (!after) return NOT_FOUND;
  if (replaced) return done(after);
  const again = locked(after) ?? (after.updated_at !== row.updated_at ? stale(after) : null);
  if (again) return again;
  const why = await checked(services, actor, id, wanted, row);
  return why.ok ? refuse("values_changed", MESSAGES.valuesChanged) : why;
}

/** Deletes a bundle. Its items remain for sale. */
export async function deleteBundle(services: Services, actor: Actor, id: string): Promise<Result> {
  if (await removeBundle(services.db, actor.id, id, services.now())) return done();
  const row = await findOwnBundle(services.db, actor.id, id);
  return row ? (locked(row) ?? refuse("conflict", MESSAGES.valuesChanged)) : NOT_FOUND;
}

/**
 * Inserts a bundle and its items in one transaction, checked against the current items, so that two requests for the
 * same item make one bundle.
 * @returns false when the items have changed since they were read.
 */
export async function insertBundle(
  db: Database,
  { id, sellerId, values, now }: { id: string; sellerId: string; values: BundleValues; now: number },
): Promise<boolean> {
  const json = JSON.stringify(values.item_ids);
  const [made] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO bundles (id, seller_id, title, description, bundle_price_cents, individual_total_cents,
        collection_date, collection_address, status, created_at, updated_at)
      SELECT ${id}, ${sellerId}, ${values.title}, ${values.description}, ${values.bundle_price_cents}, c.total,
        ${values.collection_date}, ${values.collection_address}, 'active', ${now}, ${now}
      FROM ${chosenItems(sellerId, json)} c
      WHERE c.n = ${values.item_ids.length} AND c.total > ${values.bundle_price_cents} AND ${inNoOtherBundle(json, id)}
      ON CONFLICT DO NOTHING RETURNING id`,
    // changes() refers to the previous statement: the items are inserted together with the bundle or not at all.
    sql`INSERT INTO bundle_items (bundle_id, item_id) SELECT ${id}, value FROM json_each(${json}) WHERE changes() > 0`,
  ]);
  return made.length > 0;
}

/** Does the same for a change: only from the version that was read, and only while no purchase of it has begun. */
export async function replaceBundle(
  db: Database,
  {
    id,
    sellerId,
    values,
    now,
    readAt,
  }: { id: string; sellerId: string; values: BundleValues; now: number; readAt: number },
): Promise<boolean> {
  const json = JSON.stringify(values.item_ids);
  const chosen = chosenItems(sellerId, json);
  const [changed] = await batch<[{ id: string }, object, object]>(db, [
    sql`UPDATE bundles SET title = ${values.title}, description = ${values.description},
        bundle_price_cents = ${values.bundle_price_cents}, individual_total_cents = (SELECT total FROM ${chosen}),
        collection_date = ${values.collection_date}, collection_address = ${values.collection_address},
        updated_at = max(${now}, updated_at + 1)
      WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' AND updated_at = ${readAt}
        AND EXISTS (SELECT 1 FROM ${chosen} c WHERE c.n = ${values.item_ids.length} AND c.total > ${values.bundle_price_cents})
        AND ${inNoOtherBundle(json, id)} RETURNING id`,
    sql`DELETE FROM bundle_items WHERE bundle_id = ${id} AND changes() > 0`,
    sql`INSERT INTO bundle_items (bundle_id, item_id) SELECT ${id}, value FROM json_each(${json}) WHERE changes() > 0`,
  ]);
  return changed.length > 0;
}

/**
 * Marks a bundle as deleted.
 * @returns false when a purchase of it has begun.
 */
export async function removeBundle(db: Database, sellerId: string, id: string, now: number): Promise<boolean> {
  const rows = await db.all(sql`UPDATE bundles SET status = 'deleted', updated_at = ${now}
    WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' RETURNING 1 AS gone`);
  return rows.length > 0;
}
