/** A seller's own store page: name, description and banner. */
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import type { SaveStore } from "#contract/selling/onboarding";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { storeNameKey } from "#domain/stores/store-name";
import { violatedConstraint } from "../../db/constraints.ts";
import { stores } from "../../db/schema/stores.ts";
import { refusePublicTexts } from "../../http/public-texts.ts";
import { refuseName } from "../../http/refuse-name.ts";
import type { Services } from "../../services.ts";
import { bindPhotos, releasePhotos } from "../items/photos.ts";
import { type OwnStoreRow, storeOf } from "./queries.ts";

function refuseField(code: "invalid" | "conflict", field: string, message: string): Refusal {
  return refuse(code, message, { fields: [{ field, message }] });
}

/**
 * Saves the whole store page. The banner is bound like an item's photo, so that it is used once and the clean-up keeps
 * it.
 */
export async function saveStore(
  services: Services,
  ownerId: string,
  input: z.output<typeof SaveStore>,
): Promise<Result<OwnStoreRow>> {
  const { db, now } = services;
  const { name: typed, description } = input;
  const refusal =
    refuseName("name", typed ?? "") ?? (await refusePublicTexts(db, ownerId, "stores", { name: typed, description }));
  if (refusal) return refusal;
  const place = `store:${ownerId}`;
  const before = await storeOf(db, ownerId);
  const shown = before?.banner ? [before.banner] : [];
  const wanted = input.banner_id === null ? [] : [input.banner_id];
  const photos = await bindPhotos(db, { id: place, ownerId }, wanted, shown);
  if (!photos) return refuseField("invalid", "banner_id", "That photo isn't available. Please upload it again.");

  const name = input.name || null;
  const fields = {
    name,
    name_key: name && storeNameKey(name),
    description: input.description,
    banner: photos[0] ?? null,
    updated_at: now(),
  };
  let row: OwnStoreRow | undefined;
  try {
    [row] = await db
      .insert(stores)
      .values({ owner_id: ownerId, ...fields })
      .onConflictDoUpdate({ target: stores.owner_id, set: fields })
      .returning();
    if (!row) throw new Error("The store's row was not written.");
  } catch (error) {
    // On any failure the page keeps its former banner, and the new picture is unbound.
    await releasePhotos(db, place, shown);
    if (violatedConstraint(error) !== "stores.name_key") throw error;
    return refuseField("conflict", "name", MESSAGES.storeNameTaken);
  }
  await releasePhotos(db, place, row.banner ? [row.banner] : []);
  return done(row);
}
