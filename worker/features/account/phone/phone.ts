/** Confirms a phone number by a code in a text message (D70). */
import { eq, sql } from "drizzle-orm";
import { mobileText, PHONE_CODE_MS, PHONE_CODE_TRIES, phoneCodeText } from "#domain/account/phone-number";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { smsSender } from "../../../adapters/sms.ts";
import { batch, type Database } from "../../../db/client.ts";
import { insertNotificationIf } from "../../../db/notifications.ts";
import { confirmedPhones, phoneCodes } from "../../../db/schema/phones.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import { sixDigits } from "../../../handover-secret.ts";
import { hashSecret, newSecret } from "../../../http/secrets.ts";
import { countUse, tooManyRequests } from "../../../http/throttle.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { otherHolder, type PhoneCodeRow, readChecks } from "./queries.ts";

const NOT_OFFERED = refuse("switched_off", "You can't confirm a phone number here.");
const NO_EMAIL = refuse(
  "email_unconfirmed",
  "Please confirm your email address first. The link is in your inbox. You can send a new one from Settings.",
);
const NOT_SENT = refuse("unavailable", "We couldn't send the text. Please try again in a few minutes.");
const ENDED = refuse("gone", "This code doesn't work any more. Please send a new one.");

const hashOf = (salt: string, code: string) => hashSecret(`${salt}:${code}`);

/**
 * Sends a code to a number. The reply is the same whether or not another account has confirmed this number, so nobody
 * learns whose it is.
 */
export async function sendPhoneCode(
  services: Services,
  accountId: string,
  number: string,
  ip: string | null,
): Promise<Result> {
  const { db, env, now, newId } = services;
  const sender = smsSender(env);
  if (!sender) return NOT_OFFERED;
  const checks = await readChecks(db, accountId, now());
  if (checks?.email_verified !== 1) return NO_EMAIL;
  if (checks.number === number) return refuse("wrong_state", "You've already confirmed this number.");
  await countCode(services, accountId, number, ip);

  const code = sixDigits();
  const salt = newSecret();
  const row = { number, salt, code_hash: await hashOf(salt, code), tries: 0, expires_at: now() + PHONE_CODE_MS };
  await db
    .insert(phoneCodes)
    .values({ account_id: accountId, ...row })
    .onConflictDoUpdate({ target: phoneCodes.account_id, set: row });
  const text = phoneCodeText((await siteSettings(services)).site_name, code);
  try {
    if ((await sender.deliver({ to: number, text })) === "kept") {
      await db.run(sql`INSERT INTO text_messages (id, account_id, to_number, text, created_at)
        VALUES (${newId("sms")}, ${accountId}, ${number}, ${text}, ${now()})`);
    }
  } catch (error) {
    log("error", { message: "text not sent", error: errorText(error) });
    await db.delete(phoneCodes).where(eq(phoneCodes.account_id, accountId));
    return NOT_SENT;
  }
  return done();
}

/** Counts a code against the limits of person, number and network, and then of the whole site. */
async function countCode(services: Services, accountId: string, number: string, ip: string | null): Promise<void> {
  const user = { account: accountId, phone: await hashSecret(number), ip };
  const wait =
    (await countUse(services, "phone-codes", user)) ??
    // Separately, so that refused calls do not use up everybody's limit.
    (await countUse(services, "texts", {}));
  if (wait !== null) throw tooManyRequests(wait);
}

/**
 * Confirms the number if the code is right. Whoever had confirmed this number before loses it and is notified: the text
 * proves who has it now.
 */
export async function confirmPhone(services: Services, accountId: string, code: string): Promise<Result> {
  const { db, now, newId } = services;
  const at = now();
  const pending = await takeTry(db, accountId, at);
  if (!pending) return ENDED;
  if ((await hashOf(pending.salt, code)) !== pending.code_hash) {
    const left = PHONE_CODE_TRIES - pending.tries;
    if (left === 0) return ENDED;
    const message = `That's not the code. ${left === 1 ? "1 try" : `${left} tries`} left.`;
    return refuseField("code", message);
  }
  const { number, code_hash } = pending;
  // Of two concurrent calls with the right code one writes.
  const unused = sql`EXISTS (SELECT 1 FROM phone_codes WHERE account_id = ${accountId} AND code_hash = ${code_hash})`;
  const other = await otherHolder(db, number, accountId);
  const lost =
    other === null
      ? []
      : [
          insertNotificationIf(unused, {
            id: newId("ntf"),
            user_id: other,
            kind: "standing",
            dedupe_key: `phone-lost:${accountId}:${code_hash}`,
            title: "Your phone number isn't confirmed any more",
            body: `Someone confirmed ${mobileText(number)} on another account. Still yours? Confirm it again in Settings.`,
            link: "/Settings#checks",
            at,
          }),
        ];
  const [, written] = await batch<[object, { account_id: string }, ...object[]]>(db, [
    sql`DELETE FROM confirmed_phones WHERE number = ${number} AND account_id <> ${accountId} AND ${unused}`,
    sql`INSERT INTO confirmed_phones (account_id, number, confirmed_at)
      SELECT account_id, number, ${at} FROM phone_codes WHERE account_id = ${accountId} AND code_hash = ${code_hash}
      ON CONFLICT (account_id) DO UPDATE SET number = excluded.number, confirmed_at = excluded.confirmed_at
      RETURNING account_id`,
    ...lost,
    sql`DELETE FROM phone_codes WHERE account_id = ${accountId} AND code_hash = ${code_hash}`,
  ]);
  if (other !== null) notifySoon(services, [other]);
  return written.length === 0 ? ENDED : done();
}

/** Removes the number, and a code that was sent. */
export async function removePhone({ db }: Pick<Services, "db">, accountId: string): Promise<void> {
  await batch(db, [
    db.delete(confirmedPhones).where(eq(confirmedPhones.account_id, accountId)),
    db.delete(phoneCodes).where(eq(phoneCodes.account_id, accountId)),
  ]);
}

/** Counts a try of the code that still works, before it is compared, so that concurrent guesses are counted too. */
export async function takeTry(db: Database, accountId: string, now: number): Promise<PhoneCodeRow | null> {
  const [row] = await db.all<PhoneCodeRow>(sql`UPDATE phone_codes SET tries = tries + 1
    WHERE account_id = ${accountId} AND expires_at > ${now} AND tries < ${PHONE_CODE_TRIES} RETURNING *`);
  return row ?? null;
}
