import type { AgreedItemPrice, SessionReply } from "#contract/account/auth";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { operatorLine } from "#domain/site/operator";
import { disabledFeatures, timeLimitsOf } from "#domain/site/site-settings";
import { googleConfigured } from "../../../adapters/identity-google.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import type { Actor } from "../../../http/context.ts";
import { staffStep } from "../../../http/second-factor.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { defaultOwnProfile, presentOwnProfile, withoutPrivateDetails } from "../profiles/present.ts";
import { ensureProfile, liftEndedSuspension } from "../profiles/profiles.ts";
import { accountForSession } from "./queries.ts";

/** Public facts about the service in every session reply. */
async function aboutService({ db, env, now }: Services) {
  const settings = await siteSettings({ db, now });
  return {
    google: googleConfigured(env),
    support_email: settings.support_email || env.SUPPORT_EMAIL,
    closed: disabledFeatures(settings),
    hold_ms: timeLimitsOf(settings).hold_ms,
    platform_fee_bp: settings.numbers.platform_fee_bp,
    response_hours: settings.numbers.response_hours,
    minimum_age: settings.numbers.minimum_age,
    operator: operatorLine(settings.operator, settings.site_name),
    server_now: now(),
  };
}

async function signedOut(services: Services): Promise<SessionReply> {
  return { user: null, profile: null, ...(await aboutService(services)) };
}

/**
 * Returns the session of an account with its profile. A profile that cannot be read is replaced by defaults, so that
 * the call does not fail. Lifts a suspension that has ended.
 */
export async function sessionReply(services: Services, actor: Actor): Promise<SessionReply> {
  const { db, now } = services;
  const accountId = actor.id;
  const profile = ensureProfile(db, accountId, now());
  // Read in parallel with the account; if there is no account, a failure here must not surface.
  profile.catch(() => undefined);
  const account = await accountForSession(db, accountId, now());
  if (!account) return signedOut(services);
  const user = { id: account.id, email: account.email, email_verified: account.email_verified };
  const { deletion_due_at } = account;
  const reply = {
    user,
    ...(await aboutService(services)),
    counts: JSON.parse(account.counts) as BarCounts,
    agreed_prices: JSON.parse(account.agreed_prices) as AgreedItemPrice[],
    ...(deletion_due_at !== null && { deletion_due_at }),
  };
  try {
    const row = await profile;
    if (!row) return { ...reply, profile: defaultOwnProfile(account) };
    const ended = row.is_suspended && row.suspension_end_date !== null && row.suspension_end_date <= now();
    if (ended) await liftEndedSuspension(db, accountId, now());
    const step = actor.impersonatedBy ? null : await staffStep(services, actor, row.role);
    return { ...reply, profile: presentOwnProfile(row, now()), ...(step && { second_factor: step }) };
  } catch (error) {
    log("error", { message: "profile not readable", error: errorText(error) });
    return { ...reply, profile: defaultOwnProfile(account) };
  }
}

/** Returns a user's session, without private details, for staff who impersonate them. */
async function viewedSession(services: Services, actor: Actor, { until }: { until: number }): Promise<SessionReply> {
  const reply = await sessionReply(services, actor);
  return { ...reply, profile: reply.profile && withoutPrivateDetails(reply.profile), viewing: { until } };
}

/** Returns the session of the request's user; without a session its `user` is null. */
export function currentSession(services: Services, actor: Actor | null): Promise<SessionReply> {
  if (!actor) return signedOut(services);
  return actor.impersonatedBy ? viewedSession(services, actor, actor.impersonatedBy) : sessionReply(services, actor);
}
