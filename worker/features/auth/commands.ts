import type { SignInInput, SignUpInput } from "#contract/auth";
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { passwordProblem } from "#domain/password";
import { hashPassword, verifyPassword } from "../../adapters/password-hash.ts";
import { brokenConstraint } from "../../db/constraints.ts";
import { accounts } from "../../db/schema/accounts.ts";
import type { Ctx } from "../../http/context.ts";
import { beginSession } from "../../http/session.ts";
import { createProfile, profileById } from "../profiles/queries.ts";
import { accountByEmail } from "./queries.ts";

const isCommon = (password: string) => password === "password123";

export function refusePassword(problem: string): Refusal {
  return refuse("invalid", problem, { fields: [{ field: "password", message: problem }] });
}

/**
 * Creates account, profile and session in one batch. The metadata of the call gives nothing beyond the name (A11).
 * @returns the new account's id, or null when the address already has an account.
 */
export async function signUp(c: Ctx, input: SignUpInput): Promise<{ ok: true; id: string | null } | Refusal> {
  const { db, now, newId } = c.get("services");
  const problem = passwordProblem(input.password, input.email, isCommon);
  if (problem) return refusePassword(problem);
  if (await accountByEmail(db, input.email)) return { ok: true, id: null };
  const id = newId("acc");
  const session = await beginSession(c, { id, role: "user" });
  const password_hash = await hashPassword(input.password);
  try {
    await db.batch([
      db.insert(accounts).values({ id, email: input.email, password_hash, created_at: now() }),
      createProfile(db, { id, email: input.email, full_name: input.full_name }, now()),
      ...session.statements,
    ]);
  } catch (error) {
    // Two sign-ups for one address at once: the other one has it.
    if (brokenConstraint(error) === "accounts.email") return { ok: true, id: null };
    throw error;
  }
  await session.commit();
  return { ok: true, id };
}

/** The same refusal and the same work whether the address or the password is wrong (A18). */
export async function signIn(c: Ctx, input: SignInInput): Promise<{ ok: true; id: string } | Refusal> {
  const { db } = c.get("services");
  const account = await accountByEmail(db, input.email);
  const matches = await verifyPassword(input.password, account?.password_hash ?? null);
  if (!account || !matches) return refuse("wrong_credentials", MESSAGES.wrongCredentials);
  const profile = await profileById(db, account.id);
  const session = await beginSession(c, { id: account.id, role: profile?.role ?? "user" });
  const [first, ...rest] = session.statements;
  if (first) await db.batch([first, ...rest]);
  await session.commit();
  return { ok: true, id: account.id };
}
