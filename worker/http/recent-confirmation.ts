/** Requires a recent confirmation before a sensitive change: the second factor, or the password without one (A66, D62). */
import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { type Authenticated, isRecentlyAuthenticated } from "#domain/account/recent-authentication";
import { hasSecondFactor, proofsOf } from "#domain/account/second-factor";
import { type Refusal, refuse } from "#domain/result";
import { googleConfigured } from "../adapters/identity-google.ts";
import { type FactorCounts, factorColumns, factorsFrom } from "../db/second-factor.ts";
import type { Services } from "../services.ts";
import type { Actor, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";
import { passkeySite } from "./second-factor.ts";
import { actorOf } from "./session.ts";

interface Row extends Authenticated, FactorCounts {
  has_password: number;
  has_google: number;
}

/**
 * Returns null for a session that was confirmed recently. Otherwise the refusal says how to confirm: with the second
 * factor, else by password, or, for an account without one, by signing in with Google again, which starts a new session.
 */
export async function unconfirmedRefusal(services: Services, { id, session_id }: Actor): Promise<Refusal | null> {
  const { db, env, now } = services;
  const [row] = await db.all<Row>(sql`SELECT s.created_at, s.confirmed_at, s.second_factor_at,
      a.password_hash IS NOT NULL AS has_password,
      EXISTS (SELECT 1 FROM identities WHERE account_id = a.id) AS has_google, ${factorColumns(sql`a.id`)}
    FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.id = ${session_id} AND s.account_id = ${id}`);
  if (!row) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const factors = factorsFrom(row);
  const twoSteps = hasSecondFactor(factors);
  if (isRecentlyAuthenticated(row, twoSteps, now())) return null;
  if (twoSteps) {
    const confirm_with = proofsOf(factors, passkeySite(services) !== null);
    return refuse("confirmation_required", MESSAGES.confirmFirst, { confirm_with });
  }
  const confirm_with: ("password" | "google")[] = [];
  if (row.has_password === 1) confirm_with.push("password");
  if (row.has_google === 1 && googleConfigured(env)) confirm_with.push("google");
  return refuse("confirmation_required", MESSAGES.confirmFirst, { confirm_with });
}

/** Throws the refusal, for routes whose command does not return it. */
export async function requireConfirmation(c: Ctx): Promise<void> {
  const refusal = await unconfirmedRefusal(c.get("services"), actorOf(c));
  if (refusal) throw new RefusalError(refusal.code, refusal.message, refusal.details);
}
