import type { StoreCard } from "#contract/items/marketplace";
import type { OwnStore } from "#contract/selling/onboarding";
import { presentPublicProfile } from "../account/profiles/present.ts";
import type { OwnStoreRow, StoreRow } from "./queries.ts";

export function presentStore(row: StoreRow): StoreCard {
  const { listed_count, photos, distance_km } = row;
  return { ...presentPublicProfile(row), listed_count, photos, distance_km };
}

/** Returns the store page as its owner edits it; blank before it is first saved. */
export function presentOwnStore(row: OwnStoreRow | null): OwnStore {
  return { name: row?.name ?? null, description: row?.description ?? "", banner: row?.banner ?? null };
}
