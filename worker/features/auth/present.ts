import type { SessionReply } from "#contract/auth";
import { clocksOf, closedFeatures } from "#domain/site-settings";
import { googleConfigured } from "../../adapters/identity-google.ts";
import { siteSettings } from "../../db/site-settings.ts";
import type { Actor, Services } from "../../http/context.ts";
import { sweepOwnOrders } from "../../jobs/settle-own-orders.ts";
import { log } from "../../log.ts";
import { defaultOwnProfile, presentOwnProfile, withoutPrivateDetails } from "../profiles/present.ts";
import { ensureProfile, liftEndedSuspension } from "../profiles/queries.ts";
import { accountById } from "./queries.ts";

/** What everybody is told of the service, whoever they are. */
async function aboutService({ db, env, now }: Services) {
  const settings = await siteSettings({ db, now });
  return {
    google: googleConfigured(env),
    support_email: settings.support_email || env.SUPPORT_EMAIL,
    closed: closedFeatures(settings),
    hold_ms: clocksOf(settings).hold_ms,
    platform_fee_bp: settings.numbers.platform_fee_bp,
    server_now: now(),
  };
}

async function signedOut(services: Services): Promise<SessionReply> {
  return { user: null, profile: null, ...(await aboutService(services)) };
}

/**
 * Who is signed in, with their own profile. Never fails for the profile's sake: one that cannot be read is shown as an
 * ordinary individual's. A suspension that has ended is lifted here.
 */
export async function sessionReply(services: Services, accountId: string): Promise<SessionReply> {
  const { db, now } = services;
  const profile = ensureProfile(db, accountId, now());
  // Asked together with the account; whoever turns out to have none is not told of their profile.
  profile.catch(() => undefined);
  const account = await accountById(db, accountId);
  if (!account) return signedOut(services);
  const user = { id: account.id, email: account.email, email_verified: account.email_verified };
  const reply = { user, ...(await aboutService(services)) };
  try {
    const row = await profile;
    if (!row) return { ...reply, profile: defaultOwnProfile(account) };
    const ended = row.is_suspended && row.suspension_end_date !== null && row.suspension_end_date <= now();
    if (ended) await liftEndedSuspension(db, accountId, now());
    return { ...reply, profile: presentOwnProfile(row, now()) };
  } catch (error) {
    log("error", { message: "profile not readable", error: String(error) });
    return { ...reply, profile: defaultOwnProfile(account) };
  }
}

/** A user's session for staff who impersonate them, without what is private. */
async function viewedSession(
  services: Services,
  accountId: string,
  { until }: { until: number },
): Promise<SessionReply> {
  const reply = await sessionReply(services, accountId);
  return { ...reply, profile: reply.profile && withoutPrivateDetails(reply.profile), viewing: { until } };
}

/** Who is signed in, for whoever asks. */
export function currentSession(services: Services, actor: Actor | null): Promise<SessionReply> {
  if (!actor) return signedOut(services);
  return actor.viewing ? viewedSession(services, actor.id, actor.viewing) : sessionReply(services, actor.id);
}

/** What a session load sets going behind its reply: the sweep of the person's overdue orders (D33). */
export async function sweepAfterSession(services: Services, actor: Actor | null): Promise<void> {
  if (actor && !actor.viewing) await sweepOwnOrders(services, actor.id);
}
