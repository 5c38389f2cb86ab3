/** Sign-up, sign-in and password reset. Session tokens are sent in `__Host-` cookies only and never in a body. */

import * as z from "zod/mini";
import { PASSWORD_MAX, PASSWORD_MIN } from "#domain/account/password";
import type { AgreedPrice } from "#domain/checkout/shown-price";
import type { BarCounts } from "#domain/notifications/bar-counts";
import type { SiteFeature } from "#domain/site/site-settings";
import { email, named, text } from "../fields.ts";
import type { OwnProfile } from "./profiles.ts";

export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`),
    z.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  );

export const SignUp = z.strictObject({
  email,
  password: newPassword,
  full_name: named(1, 80, "Please enter your name."),
  /** A suburb, city or postcode, which becomes the place of the profile and of this visitor; 422 for an unknown one. */
  suburb: z.optional(text(0, 100)),
  /** Only known fields are read; a role in it has no effect (A11). */
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

/** POST /api/auth/change-email/stop: the token for `ResetPassword`, because the old password no longer works. */
export interface StoppedReply {
  reset_token: string;
}

/** POST /api/auth/change-email: takes effect when the link sent to the new address is used. */
export const ChangeEmail = z.strictObject({ email });

/** POST /api/auth/confirm: the password again, or a code of the second factor, before a sensitive change (A66, D62). */
export const Confirm = z
  .strictObject({
    password: z.optional(z.string().check(z.minLength(1, "Please enter your password."), z.maxLength(PASSWORD_MAX))),
    code: z.optional(z.string().check(z.minLength(1, "Please enter a code."), z.maxLength(40))),
  })
  .check(z.refine((proof) => (proof.password === undefined) !== (proof.code === undefined), "Enter one of the two."));

/** UTC ms until which such changes need no further confirmation. */
export interface ConfirmReply {
  confirmed_until: number;
}

/** A device on which this account is signed in. */
export interface SessionView {
  id: string;
  /** "Chrome on Android", from the user agent. */
  device: string;
  created_at: number;
  /** Rounded to the hour. */
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

/** An agreed price with its item. */
export interface AgreedItemPrice extends AgreedPrice {
  item_id: string;
}

/** GET /api/auth/session. Both are null without a session; never an error. */
export interface SessionReply {
  user: SessionUser | null;
  profile: OwnProfile | null;
  /** Whether Google sign-in is available. */
  google: boolean;
  /** Support address, shown in notices about the account status. */
  support_email: string;
  /** Features an administrator has switched off. The server refuses them. */
  closed: SiteFeature[];
  /** Length of a hold that begins now, in ms. */
  hold_ms: number;
  /** Platform fee of a card sale that is agreed now, in basis points. */
  platform_fee_bp: number;
  /** How soon we promise to answer, in hours; who may have an account, in years; who runs the site (D92). */
  response_hours: number;
  minimum_age: number;
  operator: string;
  server_now: number;
  /** Counts of the navigation bar; absent for visitors. */
  counts?: BarCounts;
  /** What the viewer pays for items after an agreement (D40, D52); absent for visitors. */
  agreed_prices?: AgreedItemPrice[];
  /** When the account will be deleted (UTC ms); absent unless that was requested (D61). */
  deletion_due_at?: number;
  /** For staff whose session has not proved a second factor (D62): what they have to do first. */
  second_factor?: "set_up" | "confirm";
  /** Set while staff impersonate this user, read-only; `until` is its end in UTC ms. */
  viewing?: { until: number };
}

/** 202: further steps come by email. The reply is the same for every address, so it reveals no accounts. */
export interface NeutralReply {
  message: string;
}
