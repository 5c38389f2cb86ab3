import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { accounts } from "../../../db/schema/account.ts";

export type Account = typeof accounts.$inferSelect;

export async function accountByEmail(db: Database, email: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row ?? null;
}

export async function accountById(db: Database, id: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}
