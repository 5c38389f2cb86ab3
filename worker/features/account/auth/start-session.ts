/** How every sign-in ends: with a session, or with the question for a second factor (D62). */
import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { deviceName } from "#domain/account/device-name";
import { hasSecondFactor } from "#domain/account/second-factor";
import { batch, type Query } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { factorsOf } from "../../../db/second-factor.ts";
import type { Ctx } from "../../../http/context.ts";
import { RefusalError } from "../../../http/errors.ts";
import { knownDevice, rememberDevice } from "../../../http/known-device.ts";
import { beginSession, commitSession } from "../../../http/session.ts";
import type { Services } from "../../../services.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { takePlaceOfProfile } from "../../places/commands.ts";
import { type ProfileRow, profileById } from "../profiles/queries.ts";
import { openSecondStep, type SecondStep } from "../second-factor/challenges.ts";
import { newDeviceEmail } from "../second-factor/emails.ts";
import type { Account } from "./queries.ts";

/** Tells the owner about a sign-in from a device that the account has not been used on. */
function alertStatements(
  services: Services,
  account: Account,
  profile: ProfileRow | null,
  { sessionId, device }: { sessionId: string; device: string },
): Query[] {
  return [
    insertNotification({
      id: services.newId("ntf"),
      user_id: account.id,
      kind: "standing",
      dedupe_key: `sign-in:${sessionId}`,
      title: "New sign-in to your account",
      body: `${device}. If this wasn't you, change your password now.`,
      link: "/Settings#security",
      at: services.now(),
      mailed: true,
    }),
    queueEmail(services, {
      ...newDeviceEmail(profile?.full_name ?? "", device, services.mailOrigin),
      to: account.email,
      dedupeKey: `new-device:${sessionId}`,
    }),
  ];
}

interface Start {
  /** Whether a second factor was proved, by a passkey or a code. */
  secondFactor: boolean;
  /** The owner gets no alert: they are told in another way, or the account is new. */
  quiet?: boolean;
  /** Condition that what was proved still proves something, beside an unchanged password. */
  proof?: SQL;
  /** Statements that belong to the sign-in. */
  statements?: readonly Query[];
}

/** Condition: nothing has ended what was proved since it was checked, such as a stop link or a new password. */
const stillProved = ({ id, password_hash }: Account, proof = sql`1`) => sql`${proof}
  AND EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND password_hash IS ${password_hash})`;

const ENDED = new RefusalError("not_authenticated", MESSAGES.notAuthenticated);

/** Starts the session of a finished sign-in on this browser, and remembers the device. */
export async function startSession(c: Ctx, account: Account, start: Start): Promise<void> {
  const services = c.get("services");
  const profile = await profileById(services.db, account.id);
  const isKnown = start.quiet || (await knownDevice(c, account)) !== null;
  const device = deviceName(c.req.header("User-Agent") ?? null);
  const session = await beginSession(c, { id: account.id, role: profile?.role ?? "user" }, start);
  try {
    await batch(services.db, [
      ...session.statements,
      // NULL is refused, and with it the whole batch, so that a sign-in that was ended leaves no alert behind.
      sql`UPDATE sessions SET token_hash = NULL WHERE id = ${session.actor.session_id}
        AND NOT (${stillProved(account, start.proof)})`,
      ...(isKnown ? [] : alertStatements(services, account, profile, { sessionId: session.actor.session_id, device })),
      ...(start.statements ?? []),
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== "sessions.token_hash") throw error;
    throw ENDED;
  }
  await commitSession(c, session);
  takePlaceOfProfile(c, profile);
  await rememberDevice(c, account);
  if (!isKnown) notifySoon(services, [account.id]);
}

/** A sign-in that is finished, or waits for a second factor. */
export type SignedIn = { id: string } | { second_step: SecondStep };

/** Ends the first step of a sign-in, by password, link or Google. With a second factor there is no session yet. */
export async function finishFirstStep(
  c: Ctx,
  account: Account,
  start: Omit<Start, "secondFactor"> = {},
): Promise<SignedIn> {
  const { db } = c.get("services");
  if (hasSecondFactor(await factorsOf(db, account.id))) {
    if (start.statements?.length) await batch(db, start.statements);
    const step = await openSecondStep(c, account.id, stillProved(account, start.proof));
    if (!step) throw ENDED;
    return { second_step: step };
  }
  await startSession(c, account, { ...start, secondFactor: false });
  return { id: account.id };
}
