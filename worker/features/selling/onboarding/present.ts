import type { OwnBusiness } from "#contract/selling/onboarding";
import { pick } from "#domain/pick";
import type { BusinessRow } from "./queries.ts";

export function presentBusiness(row: BusinessRow): OwnBusiness {
  return {
    ...pick(row, "id", "name", "abn", "website", "phone", "created_at"),
  };
}
