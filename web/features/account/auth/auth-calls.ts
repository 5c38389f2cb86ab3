/** API calls of the sign-in screens. The session is in an HttpOnly cookie, so the page never sees a token. */
import type { SignInInput, SignUpInput } from "#contract/account/auth";
import { api, unwrap } from "../../../lib/api-client.ts";

const { auth } = api.api;

/** Signs in. An account with a second factor gets no session yet. */
export const signIn = (json: SignInInput) => unwrap(auth["sign-in"].$post({ json }));

/** Signs up. A new address gets a session at once; for a known address the reply only says that an email was sent. */
export const signUp = (json: SignUpInput) => unwrap(auth["sign-up"].$post({ json }));

/** Requests a reset link by email. The reply is the same for addresses without an account. */
export const forgotPassword = (email: string) => unwrap(auth["forgot-password"].$post({ json: { email } }));

export const resetPassword = (token: string, password: string) =>
  unwrap(auth["reset-password"].$post({ json: { token, password } }));

export const verifyEmail = (token: string) => unwrap(auth["verify-email"].$post({ json: { token } }));

/** Undoes a change of the email address. @returns the token for a new password. */
export const stopEmailChange = async (token: string) =>
  (await unwrap(auth["change-email"].stop.$post({ json: { token } }))).reset_token;

/** Confirms a new email address with the token of the mailed link. */
export const changeEmail = (token: string) => unwrap(auth["change-email"].confirm.$post({ json: { token } }));
