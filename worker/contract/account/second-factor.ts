/** Passkeys, authenticator apps, recovery codes, and the second step of a sign-in (D62). */
import * as z from "zod/mini";
import { named } from "../fields.ts";
import { newPassword, VerifyEmail } from "./auth.ts";

/** GET /api/auth/second-step, and the reply (202) of a sign-in whose account has a second factor. */
export interface SecondStepReply {
  second_step: {
    /** How this account can prove its second factor. Recovery codes are entered like codes. */
    methods: ("passkey" | "code")[];
    /** UTC ms; after that the sign-in has to start again. */
    expires_at: number;
  };
  server_now: number;
}

/** A code of an authenticator app, or a recovery code. */
const code = z.string().check(z.minLength(1, "Please enter a code."), z.maxLength(400, "That code is too long."));
export const EnterCode = z.strictObject({ code });

const base64url = (max: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, "That isn't a passkey."), z.maxLength(max, "That isn't a passkey."));
const shortBytes = base64url(4_000);
const extensions = z.record(z.string(), z.unknown());
/** What every `PublicKeyCredential` has. */
const credential = {
  id: shortBytes,
  rawId: shortBytes,
  type: z.literal("public-key"),
  clientExtensionResults: extensions,
  authenticatorAttachment: z.optional(z.enum(["platform", "cross-platform"])),
};

/** What the browser returns for a passkey: `PublicKeyCredential` as JSON. */
export const PasskeyAnswer = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: shortBytes,
      authenticatorData: shortBytes,
      signature: shortBytes,
      userHandle: z.optional(shortBytes),
    }),
  }),
});
export type PasskeyAnswerInput = z.output<typeof PasskeyAnswer>;

export const NewPasskey = z.strictObject({
  name: named(1, 40, "Please name this passkey."),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: shortBytes,
      attestationObject: base64url(20_000),
      transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
    }),
  }),
});
export type NewPasskeyInput = z.output<typeof NewPasskey>;

/** POST /api/account/security/first-factor: the token of the link. */
export const OpenFirstFactorLink = VerifyEmail;

/** PUT /api/account/security/password */
export const ChangePassword = z.strictObject({ password: newPassword });

export interface PasskeyView {
  id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A change of what signs in, or a link for one, that waits to be confirmed. */
export interface PendingChange {
  kind: "new_email" | "reset_password" | "first_factor" | "app";
  /** The new address of `new_email`, else null. */
  email: string | null;
  /** UTC ms. */
  expires_at: number;
}

/** GET /api/account/security */
export interface SecurityReply {
  has_password: boolean;
  /** Whether passkeys can be used at this address. */
  passkeys_available: boolean;
  passkeys: PasskeyView[];
  /** UTC ms; null without an authenticator app. */
  app_since: number | null;
  recovery_codes_left: number;
  /** What waits to be confirmed, the next to expire first. `DELETE /api/account/security/pending` ends it all. */
  pending: PendingChange[];
  /** Whether a staff account has to open a mailed link in this session before it adds its first factor (A142). */
  needs_link: boolean;
  /** New recovery codes, shown this one time: after the first factor, or when they were asked for. */
  new_recovery_codes?: string[];
  server_now: number;
}

/** POST /api/account/security/app: the secret for the authenticator app, shown until the first code is entered. */
export interface AppSetupReply {
  secret: string;
  /** `otpauth://…`, for a QR code. */
  address: string;
}
