import { sql } from "drizzle-orm";
import { type Refusal, refuseField } from "#domain/result";
import { refusedMessage, ruleOfKey } from "#domain/safety/prohibited-goods/check";
import { contactProblem, offeredGoods, type PublicTable, type PublicTexts } from "#domain/safety/public-texts";
import type { Database } from "../db/client.ts";

/**
 * Returns why a public text beside listings may not be published, or null: it gives a contact, or offers goods that may
 * not be sold (D63). Such texts have no review of their own: they may name what staff have approved in one of the
 * author's listings.
 * @param ownHost host of this site, whose pages may be linked.
 */
export async function refusePublicTexts<T extends PublicTable>(
  db: Database,
  authorId: string,
  table: T,
  texts: PublicTexts<T>,
  ownHost?: string,
): Promise<Refusal | null> {
  const contact = contactProblem(table, texts, ownHost);
  if (contact) return refuseField(contact.field, contact.message);
  // A request may ask for goods that need a review: staff review them when a seller lists them.
  const found = offeredGoods(table, texts).filter(({ match }) => table !== "requests" || match.rule.answer === "block");
  if (found.length === 0) return null;
  const rows = await db.all<{ key: string }>(sql`SELECT DISTINCT j.value AS key
    FROM reports r INDEXED BY reports_about, json_each(r.shield_reasons) j
    WHERE r.about_id = ${authorId} AND r.status = 'decided' AND r.kind = 'held_listing' AND r.outcome = 'released'`);
  const approved = new Set(rows.map(({ key }) => ruleOfKey(key)?.id));
  const problem = found.find(({ match }) => !approved.has(match.rule.id));
  return problem ? refuseField(problem.field, refusedMessage(problem.match)) : null;
}
