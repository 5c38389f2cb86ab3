import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/account.ts";
import type { Database } from "../../../http/context.ts";

export type Account = typeof accounts.$inferSelect;

export async function accountByEmail(db: Database, email: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row ?? null;
}

export async function accountById(db: Database, id: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}
