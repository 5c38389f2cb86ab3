/** Confirming a phone number, and what has been checked of the signed-in user (D70). */
import * as z from "zod/mini";
import type { Check } from "#domain/account/checks";
import { parseMobile } from "#domain/account/phone-number";
import { readSixDigits } from "#domain/readers/numbers";
import { typed } from "../fields.ts";

const NOT_MOBILE = "Enter an Australian mobile number, such as 0412 345 678.";

/** POST /api/account/phone/code */
export const RequestPhoneCode = z.strictObject({
  number: z.pipe(
    z.string(NOT_MOBILE),
    z.transform((typed: string, ctx) => {
      const number = parseMobile(typed);
      if (number !== null) return number;
      ctx.issues.push({ code: "custom", input: typed, message: NOT_MOBILE });
      return z.NEVER;
    }),
  ),
});

/** POST /api/account/phone/confirm */
export const ConfirmPhone = z.strictObject({
  code: typed(readSixDigits, "Enter the 6 digits."),
});

/** GET /api/account/checks, and the reply of every change of the phone number. Only for the signed-in user. */
export interface ChecksReply {
  /** What others see as badges. */
  checks: Check[];
  /** Whether a phone number can be confirmed here. */
  phone_offered: boolean;
  /** The confirmed number, such as "0412 345 678"; null for none. */
  phone: string | null;
  /** A code that was sent and still works; null for none. */
  pending: { number: string; expires_at: number; tries_left: number } | null;
  server_now: number;
}

/** GET /api/admin/mail/texts: texts that were stored instead of sent, newest first; a local run only. */
export interface StoredText {
  id: string;
  to: string;
  text: string;
  created_at: number;
}
