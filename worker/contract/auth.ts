/** Sign-up, sign-in, reset. Tokens travel in `__Host-` cookies only and never appear in a body. */
import * as z from "zod/mini";
import { PASSWORD_MAX, PASSWORD_MIN } from "#domain/password";
import type { SiteFeature } from "#domain/site-settings";
import { email, text } from "./fields.ts";
import type { OwnProfile } from "./profiles.ts";

const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
    z.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  );

export const SignUp = z.strictObject({
  email,
  password: newPassword,
  full_name: text(1, 80, "Please enter your name."),
  /** Specification's metadata: only the listed fields are read, a role in it changes nothing (A11). */
  metadata: z.optional(z.record(z.string(), z.unknown())),
  returnUrl: z.optional(z.string().check(z.maxLength(2_000))),
});
export type SignUpInput = z.input<typeof SignUp>;

export const SignIn = z.strictObject({
  email,
  password: z.string().check(z.minLength(1, "Please enter your password."), z.maxLength(PASSWORD_MAX)),
});
export type SignInInput = z.input<typeof SignIn>;

export const ForgotPassword = z.strictObject({ email });

export const ResetPassword = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "This link is no longer valid.")),
  password: newPassword,
});

/** POST /api/auth/verify-email. */
export const VerifyEmail = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "This link is no longer valid.")),
});

/** POST /api/auth/change-email: takes effect once the link mailed to the new address is used. */
export const ChangeEmail = z.strictObject({ email });

/** POST /api/auth/confirm: the password once more, before a change of where money goes (A66). */
export const ConfirmPassword = z.strictObject({
  password: z.string().check(z.minLength(1, "Please enter your password."), z.maxLength(PASSWORD_MAX)),
});

/** UTC ms until which such changes need no further confirmation. */
export interface ConfirmReply {
  confirmed_until: number;
}

/** One place where this account is signed in. */
export interface SessionView {
  id: string;
  /** "Chrome on Android", as the browser named itself. */
  device: string;
  created_at: number;
  /** To the hour. */
  seen_at: number;
  current: boolean;
}

/** GET /api/auth/sessions */
export interface SessionsReply {
  items: SessionView[];
  server_now: number;
}

export interface SessionUser {
  id: string;
  email: string;
  email_verified: boolean;
}

/** GET /api/auth/session. Both null when signed out; never an error. */
export interface SessionReply {
  user: SessionUser | null;
  profile: OwnProfile | null;
  /** Whether "Continue with Google" can be offered. */
  google: boolean;
  /** Where people write to; shown in notices about their standing. */
  support_email: string;
  /** What an administrator has switched off: not shown, and refused by the server. */
  closed: SiteFeature[];
  /** How long a hold lasts that begins now. */
  hold_ms: number;
  /** What the site keeps of a card sale that is agreed now, in basis points. */
  platform_fee_bp: number;
  server_now: number;
  /** While staff see the site as this person, read-only; UTC ms of its end. */
  viewing?: { until: number };
}

/** 202: what happens next comes by mail; the same sentence whoever the address belongs to. */
export interface NeutralReply {
  message: string;
}
