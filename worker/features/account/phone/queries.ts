import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { CheckFacts } from "#domain/account/checks";
import { PHONE_CODE_TRIES } from "#domain/account/phone-number";
import type { Database } from "../../../db/client.ts";
import { accounts } from "../../../db/schema/account.ts";
import { confirmedPhones, type phoneCodes, textMessages } from "../../../db/schema/phones.ts";

/** Columns of a query that say what has been checked of a person. `id` is a column of the outer query. */
export function checkColumns(id: SQLWrapper): Record<keyof CheckFacts, SQL<number>> {
  return {
    email_verified: sql<number>`(SELECT a.email_verified FROM accounts a WHERE a.id = ${id})`,
    phone_confirmed: sql<number>`EXISTS (SELECT 1 FROM confirmed_phones f WHERE f.account_id = ${id})`,
    payouts_active: sql<number>`EXISTS (SELECT 1 FROM payout_accounts y WHERE y.seller_id = ${id} AND y.status = 'active')`,
  };
}

export interface OwnChecks extends CheckFacts {
  number: string | null;
  pending_number: string | null;
  pending_until: number | null;
  pending_tries: number | null;
}

/** Returns what has been checked of a user, with the number and a code that still works. */
export async function readChecks(db: Database, accountId: string, now: number): Promise<OwnChecks | null> {
  const { email_verified, phone_confirmed, payouts_active } = checkColumns(sql`me.id`);
  const [row] = await db.all<OwnChecks>(sql`SELECT ${email_verified} AS email_verified,
      ${phone_confirmed} AS phone_confirmed, ${payouts_active} AS payouts_active, f.number,
      c.number AS pending_number, c.expires_at AS pending_until, c.tries AS pending_tries
    FROM ${accounts} me LEFT JOIN confirmed_phones f ON f.account_id = me.id
      LEFT JOIN phone_codes c ON c.account_id = me.id AND c.expires_at > ${now} AND c.tries < ${PHONE_CODE_TRIES}
    WHERE me.id = ${accountId}`);
  return row ?? null;
}

export type PhoneCodeRow = typeof phoneCodes.$inferSelect;

/** Returns the other account that has confirmed this number, or null. */
export async function otherHolder(db: Database, number: string, accountId: string): Promise<string | null> {
  const [row] = await db.all<{ account_id: string }>(sql`SELECT account_id FROM ${confirmedPhones}
    WHERE number = ${number} AND account_id <> ${accountId}`);
  return row?.account_id ?? null;
}

const TEXTS_SHOWN = 50;

export function storedTexts(db: Database) {
  return db.select().from(textMessages).orderBy(sql`created_at DESC, id DESC`).limit(TEXTS_SHOWN);
}
