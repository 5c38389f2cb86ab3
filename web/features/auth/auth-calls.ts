import type { NeutralReply, SessionReply, SignInInput, SignUpInput } from "#contract/auth";
import { readReply } from "../../lib/api-client.ts";

/** The calls of the sign-in screens. Cookies come and go with them; no token is ever in the page's hands. */

async function post(path: string, body: unknown): Promise<unknown> {
  return readReply(
    fetch(`/api/auth/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export async function signIn(input: SignInInput): Promise<SessionReply> {
  return (await post("sign-in", input)) as SessionReply;
}

/** A new address is signed in at once; for a known one the reply only says that a mail is on its way. */
export async function signUp(input: SignUpInput): Promise<SessionReply | NeutralReply> {
  return (await post("sign-up", input)) as SessionReply | NeutralReply;
}

export async function forgotPassword(email: string): Promise<NeutralReply> {
  return (await post("forgot-password", { email })) as NeutralReply;
}

export async function resetPassword(token: string, password: string): Promise<SessionReply> {
  return (await post("reset-password", { token, password })) as SessionReply;
}

export async function verifyEmail(token: string): Promise<void> {
  await post("verify-email", { token });
}

/** Puts a new address in force by the link mailed to it. */
export async function changeEmail(token: string): Promise<void> {
  await post("change-email/confirm", { token });
}
