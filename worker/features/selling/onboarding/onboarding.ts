/** The only place where the type of an account changes (D6). */
import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import type { SaveBusiness } from "#contract/selling/onboarding";
import { done, type FieldProblem, type Result, refuse } from "#domain/result";
import { batch } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import { businesses } from "../../../db/schema/site-content.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import { refuseName } from "../../../http/refuse-name.ts";
import type { Services } from "../../../services.ts";
import type { ProfileRow } from "../../account/profiles/queries.ts";
import { profileById } from "../../account/profiles/queries.ts";
import type { BusinessRow } from "./queries.ts";

/** Returns what a seller must enter before listing: name and place. */
function missingForSeller(row: ProfileRow): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (row.full_name === "") problems.push({ field: "full_name", message: "Please enter your name." });
  if (row.suburb === null && row.city === null) {
    problems.push({ field: "suburb", message: "Please enter the suburb where your items are." });
  }
  return problems;
}

/** Makes the account a seller's or an individual's. Listings stay listed; business details are kept. */
export async function chooseAccountType(
  { db, now }: Services,
  accountId: string,
  accountType: "individual" | "seller",
): Promise<Result<ProfileRow>> {
  const before = await profileById(db, accountId);
  if (!before) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const fields = accountType === "seller" ? missingForSeller(before) : [];
  const [first] = fields;
  if (first) return refuse("invalid", first.message, { fields });
  const [row] = await db
    .update(profiles)
    .set({ account_type: accountType, updated_at: now() })
    .where(eq(profiles.id, accountId))
    .returning();
  return row ? done(row) : refuse("not_authenticated", MESSAGES.notAuthenticated);
}

/** Saves the business and makes its owner's account a business account, both or neither. One business per account. */
export async function saveBusiness(
  { db, now, newId }: Services,
  ownerId: string,
  input: z.output<typeof SaveBusiness>,
): Promise<Result<BusinessRow>> {
  const misnamed =
    refuseName("name", input.name) ?? (await refusePublicTexts(db, ownerId, "businesses", { name: input.name }));
  if (misnamed) return misnamed;
  const at = now();
  const fields = { name: input.name, abn: input.abn, website: input.website ?? null, phone: input.phone || null };
  const [[row]] = await batch<[BusinessRow, object]>(db, [
    db
      .insert(businesses)
      .values({ id: newId("biz"), owner_id: ownerId, ...fields, created_at: at, updated_at: at })
      .onConflictDoUpdate({ target: businesses.owner_id, set: { ...fields, updated_at: at } })
      .returning(),
    db.update(profiles).set({ account_type: "business", updated_at: at }).where(eq(profiles.id, ownerId)),
  ]);
  if (!row) throw new Error("The business's row was not written.");
  return done(row);
}
