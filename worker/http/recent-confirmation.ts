/** Requires a recently confirmed password before a change of payment destinations (A66). */
import { and, eq } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { isRecentlyAuthenticated } from "#domain/account/recent-authentication";
import { type Refusal, refuse } from "#domain/result";
import { googleConfigured } from "../adapters/identity-google.ts";
import { accounts, identities, sessions } from "../db/schema/account.ts";
import type { Ctx } from "./context.ts";
import { actorOf } from "./session.ts";

/**
 * Returns null for a session that started or was confirmed recently. Otherwise the refusal says how to confirm: by
 * password, or, for an account without one, by signing in with Google again, which starts a new session.
 */
export async function unconfirmedRefusal(c: Ctx): Promise<Refusal | null> {
  const { db, env, now } = c.get("services");
  const { id, session_id } = actorOf(c);
  const [row] = await db
    .select({
      created_at: sessions.created_at,
      confirmed_at: sessions.confirmed_at,
      password_hash: accounts.password_hash,
      identity: identities.provider,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .leftJoin(identities, eq(identities.account_id, accounts.id))
    .where(and(eq(sessions.id, session_id), eq(sessions.account_id, id)))
    .limit(1);
  if (!row) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  if (isRecentlyAuthenticated(row, now())) return null;
  const confirm_with: ("password" | "google")[] = [];
  if (row.password_hash !== null) confirm_with.push("password");
  if (row.identity !== null && googleConfigured(env)) confirm_with.push("google");
  return refuse("confirmation_required", MESSAGES.confirmFirst, { confirm_with });
}
