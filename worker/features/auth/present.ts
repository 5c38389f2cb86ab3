import type { SessionReply } from "#contract/auth";
import { googleConfigured } from "../../adapters/identity-google.ts";
import type { Services } from "../../http/context.ts";
import { log } from "../../log.ts";
import { defaultOwnProfile, presentOwnProfile } from "../profiles/present.ts";
import { ensureProfile, liftEndedSuspension } from "../profiles/queries.ts";
import { accountById } from "./queries.ts";

export function signedOut({ env, now }: Services): SessionReply {
  return {
    user: null,
    profile: null,
    google: googleConfigured(env),
    support_email: env.SUPPORT_EMAIL,
    server_now: now(),
  };
}

/**
 * Who is signed in, with their own profile. Never fails for the profile's sake: one that cannot be read is shown as an
 * ordinary individual's (§4). A suspension that has ended is lifted here.
 */
export async function sessionReply(services: Services, accountId: string): Promise<SessionReply> {
  const { db, env, now } = services;
  const account = await accountById(db, accountId);
  if (!account) return signedOut(services);
  const user = { id: account.id, email: account.email, email_verified: account.email_verified };
  const reply = { user, google: googleConfigured(env), support_email: env.SUPPORT_EMAIL, server_now: now() };
  try {
    const row = await ensureProfile(db, accountId, now());
    if (!row) return { ...reply, profile: defaultOwnProfile(account) };
    const ended = row.is_suspended && row.suspension_end_date !== null && row.suspension_end_date <= now();
    if (ended) await liftEndedSuspension(db, accountId, now());
    return { ...reply, profile: presentOwnProfile(row, now()) };
  } catch (error) {
    log("error", { message: "profile not readable", error: String(error) });
    return { ...reply, profile: defaultOwnProfile(account) };
  }
}
