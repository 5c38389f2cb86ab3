import type { OwnBusiness } from "#contract/selling/onboarding";
import type { BusinessRow } from "./queries.ts";

export function presentBusiness(row: BusinessRow): OwnBusiness {
  return {
    id: row.id,
    name: row.name,
    abn: row.abn,
    website: row.website,
    phone: row.phone,
    created_at: row.created_at,
  };
}
