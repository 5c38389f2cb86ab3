/** Causes of a user's own giveaways (D49). */

import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { SetCause } from "#contract/community/donations";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { done, type Result, refuse } from "#domain/result";
import { itemCauses } from "../../../db/schema/requests.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import { type DonationRow, findGiveaway, isOwnListing } from "./queries.ts";

const NOT_FREE = "Only free items can support a cause. Goodstreet never collects money for causes.";

/** Returns the user's own free listing, or the refusal: 404 unknown, 403 another user's, 409 not free. */
async function ownGiveaway({ db }: Services, ownerId: string, itemId: string): Promise<Result<DonationRow>> {
  const row = await findGiveaway(db, itemId);
  if (row) return row.card.seller.id === ownerId ? done(row) : refuse("not_owner", MESSAGES.ownListingsOnly);
  const own = await isOwnListing(db, itemId, ownerId);
  return own ? refuse("item_not_free", NOT_FREE) : NOT_FOUND;
}

/** Sets or replaces the cause of a free listing. */
export async function setCause(
  services: Services,
  ownerId: string,
  itemId: string,
  input: z.output<typeof SetCause>,
): Promise<Result<DonationRow>> {
  const own = await ownGiveaway(services, ownerId, itemId);
  if (!own.ok) return own;
  const { db, now } = services;
  const refusal = await refusePublicTexts(db, ownerId, "item_causes", { name: input.name });
  if (refusal) return refusal;
  const { id, created_at } = own.value.card;
  const cause = { kind: input.kind, name: input.name, abn: input.kind === "charity" ? input.abn : null };
  await db
    .insert(itemCauses)
    .values({ item_id: id, ...cause, listed_at: created_at, updated_at: now() })
    .onConflictDoUpdate({ target: itemCauses.item_id, set: { ...cause, updated_at: now() } });
  return done({ ...own.value, cause });
}

export async function removeCause(services: Services, ownerId: string, itemId: string): Promise<Result<DonationRow>> {
  const own = await ownGiveaway(services, ownerId, itemId);
  if (!own.ok) return own;
  await services.db.delete(itemCauses).where(eq(itemCauses.item_id, itemId));
  return done({ ...own.value, cause: null });
}
