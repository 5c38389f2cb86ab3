/** API calls of the sign-in screens. The session is in an HttpOnly cookie, so the page never sees a token. */
import type { NeutralReply, SessionReply, SignInInput, SignUpInput, StoppedReply } from "#contract/account/auth";
import type { SecondStepReply } from "#contract/account/second-factor";
import { readReply } from "../../../lib/api-client.ts";

async function post(path: string, body: unknown): Promise<unknown> {
  return readReply(
    fetch(`/api/auth/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

/** Signs in. An account with a second factor gets no session yet. */
export async function signIn(input: SignInInput): Promise<SessionReply | SecondStepReply> {
  return (await post("sign-in", input)) as SessionReply | SecondStepReply;
}

/** Signs up. A new address gets a session at once; for a known address the reply only says that an email was sent. */
export async function signUp(input: SignUpInput): Promise<SessionReply | NeutralReply> {
  return (await post("sign-up", input)) as SessionReply | NeutralReply;
}

/** Requests a reset link by email. The reply is the same for addresses without an account. */
export async function forgotPassword(email: string): Promise<NeutralReply> {
  return (await post("forgot-password", { email })) as NeutralReply;
}

export async function resetPassword(token: string, password: string): Promise<SessionReply | SecondStepReply> {
  return (await post("reset-password", { token, password })) as SessionReply | SecondStepReply;
}

export async function verifyEmail(token: string): Promise<void> {
  await post("verify-email", { token });
}

/** Undoes a change of the email address. @returns the token for a new password. */
export async function stopEmailChange(token: string): Promise<string> {
  return ((await post("change-email/stop", { token })) as StoppedReply).reset_token;
}

/** Confirms a new email address with the token of the mailed link. */
export async function changeEmail(token: string): Promise<void> {
  await post("change-email/confirm", { token });
}
