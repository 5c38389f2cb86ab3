/** The kind of an account changes here and nowhere else (D6). */
import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { SaveBusiness } from "#contract/becoming-seller";
import { type FieldProblem, type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { profiles } from "../../db/schema/accounts.ts";
import { businesses } from "../../db/schema/community.ts";
import type { Services } from "../../http/context.ts";
import { refuseName } from "../../http/name-refusal.ts";
import type { ProfileRow } from "../profiles/present.ts";
import { profileById } from "../profiles/queries.ts";

type Outcome<T> = { ok: true; value: T } | Refusal;
export type BusinessRow = typeof businesses.$inferSelect;

/** What buyers need to know of a seller before the first item is listed. */
function missingForSeller(row: ProfileRow): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (row.full_name === "") problems.push({ field: "full_name", message: "Please enter your name." });
  if (row.suburb === null && row.city === null) {
    problems.push({ field: "suburb", message: "Please enter the suburb where your items are." });
  }
  return problems;
}

/** Becomes a seller, or an individual again. What was listed stays listed; a business keeps its details for its return. */
export async function chooseAccountType(
  { db, now }: Services,
  accountId: string,
  accountType: "individual" | "seller",
): Promise<Outcome<ProfileRow>> {
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
  return row ? { ok: true, value: row } : refuse("not_authenticated", MESSAGES.notAuthenticated);
}

export async function businessOf({ db }: Pick<Services, "db">, ownerId: string): Promise<BusinessRow | null> {
  return (await db.query.businesses.findFirst({ where: eq(businesses.owner_id, ownerId) })) ?? null;
}

/** Writes the business and makes its owner's account a business account, both or neither. One business an account. */
export async function saveBusiness(
  { db, now, newId }: Services,
  ownerId: string,
  input: z.output<typeof SaveBusiness>,
): Promise<Outcome<BusinessRow>> {
  const misnamed = refuseName("name", input.name);
  if (misnamed) return misnamed;
  const at = now();
  const fields = { name: input.name, abn: input.abn, website: input.website ?? null, phone: input.phone || null };
  const [[row]] = await db.batch([
    db
      .insert(businesses)
      .values({ id: newId("biz"), owner_id: ownerId, ...fields, created_at: at, updated_at: at })
      .onConflictDoUpdate({ target: businesses.owner_id, set: { ...fields, updated_at: at } })
      .returning(),
    db.update(profiles).set({ account_type: "business", updated_at: at }).where(eq(profiles.id, ownerId)),
  ]);
  if (!row) throw new Error("The business's row was not written.");
  return { ok: true, value: row };
}
