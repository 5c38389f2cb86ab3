import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { businesses } from "../../../db/schema/site-content.ts";

export type BusinessRow = typeof businesses.$inferSelect;

export async function businessOf(db: Database, ownerId: string): Promise<BusinessRow | null> {
  return (await db.query.businesses.findFirst({ where: eq(businesses.owner_id, ownerId) })) ?? null;
}
