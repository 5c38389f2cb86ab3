/** What we know of sellers' accounts with the provider. */
import { type SQL, sql } from "drizzle-orm";
import { batchAll } from "../../db/batch.ts";
import type { Services } from "../../http/context.ts";
import { stableId } from "../../http/stable-id.ts";
import { payoutsReadyLetter } from "../mail/templates.ts";

/**
 * Notes whether a seller can be sent money now. The first time, the owner hears of it by mail in the same batch: card sales
 * are paid to a new place from here on (A66). An account we do not know belongs to nobody here.
 */
export async function notePayouts(
  { env, now }: Pick<Services, "env" | "now">,
  providerAccountId: string,
  enabled: boolean,
  cause: SQL[] = [],
): Promise<void> {
  const at = now();
  const key = `payouts-on:${providerAccountId}`;
  const mail = payoutsReadyLetter();
  await batchAll(env.DB, [
    ...cause,
    ...(enabled
      ? [
          sql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
            SELECT ${await stableId("mail", key)}, ${key}, profiles.email, ${mail.subject}, ${mail.text}, ${mail.html}, ${at}, ${at}
            FROM payout_accounts JOIN profiles ON profiles.id = payout_accounts.seller_id
            WHERE provider_account_id = ${providerAccountId} AND payouts_enabled = 0
            ON CONFLICT (dedupe_key) DO NOTHING`,
        ]
      : []),
    sql`UPDATE payout_accounts SET payouts_enabled = ${enabled ? 1 : 0}, updated_at = ${at}
      WHERE provider_account_id = ${providerAccountId}`,
  ]);
}
