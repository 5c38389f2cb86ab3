import type { SecondStepReply, SecurityReply } from "#contract/account/second-factor";
import { proofsOf } from "#domain/account/second-factor";
import { factorsOf } from "../../../db/second-factor.ts";
import type { Actor } from "../../../http/context.ts";
import { passkeySite } from "../../../http/second-factor.ts";
import type { Services } from "../../../services.ts";
import type { SecondStep } from "./challenges.ts";
import { needsFirstFactorLink } from "./first-factor.ts";
import { authenticatorApp, hasPassword, passkeysOf, pendingChanges } from "./queries.ts";

/** Returns what protects the account. Secrets are shown once, by the route that made them. */
export async function presentSecurity(services: Services, actor: Actor, newCodes?: string[]): Promise<SecurityReply> {
  const { db, now } = services;
  const accountId = actor.id;
  const [password, keys, app, factors, pending, needsLink] = await Promise.all([
    hasPassword(db, accountId),
    passkeysOf(db, accountId),
    authenticatorApp(db, accountId, "works"),
    factorsOf(db, accountId),
    pendingChanges(db, accountId, now()),
    needsFirstFactorLink(services, actor),
  ]);
  return {
    has_password: password,
    passkeys_available: passkeySite(services) !== null,
    passkeys: keys.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at })),
    app_since: app?.confirmed_at ?? null,
    recovery_codes_left: factors.recovery_codes,
    pending,
    needs_link: needsLink,
    ...(newCodes && { new_recovery_codes: newCodes }),
    server_now: now(),
  };
}

/** Returns how to finish the sign-in that is open in this browser. */
export async function presentSecondStep(services: Services, step: SecondStep): Promise<SecondStepReply> {
  const { db, now } = services;
  const methods = proofsOf(await factorsOf(db, step.account_id), passkeySite(services) !== null);
  return { second_step: { methods, expires_at: step.expires_at }, server_now: now() };
}
