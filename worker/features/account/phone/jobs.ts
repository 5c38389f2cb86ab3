import { sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import { deleteInRounds } from "../../../db/delete-in-rounds.ts";
import type { Services } from "../../../services.ts";

/** Texts stored on a developer's machine. */
const TEXT_RETENTION_MS = DAY_MS;

/** Deletes codes that have expired, with the numbers they were sent to, and stored texts. */
export async function removeOldPhoneCodes({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await deleteInRounds(db, "phone_codes", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "text_messages", sql`created_at < ${now() - TEXT_RETENTION_MS}`);
}
