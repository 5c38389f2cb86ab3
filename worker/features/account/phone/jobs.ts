import { sql } from "drizzle-orm";
import { TEXT_RETENTION_MS } from "#domain/account/retention";
import { deleteInRounds } from "../../../db/delete-in-rounds.ts";
import type { Services } from "../../../services.ts";

/** Deletes codes that have expired, with the numbers they were sent to, and stored texts. */
export async function removeOldPhoneCodes({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await deleteInRounds(db, "phone_codes", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "text_messages", sql`created_at < ${now() - TEXT_RETENTION_MS}`);
}
