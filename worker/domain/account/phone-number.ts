/** Australian mobile numbers, and the code that confirms one (D70). */
import { MINUTE_MS } from "../deadlines.ts";
import { readPhone } from "../readers/phone.ts";

export const PHONE_CODE_MS = 10 * MINUTE_MS;
export const PHONE_CODE_TRIES = 5;

/**
 * Returns an Australian mobile number as "+61412345678"; null for anything else. Numbers of other countries and premium
 * services are left out, because a text to them can cost many times as much (A148).
 */
export function parseMobile(text: string): string | null {
  const number = readPhone(text);
  return number.ok && number.value.startsWith("04") ? `+61${number.value.slice(1).replaceAll(" ", "")}` : null;
}

/** Formats a stored number as people write it: "0412 345 678". */
export function mobileText(number: string): string {
  return `0${number.slice(3)}`.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3");
}

/** Text of the message with the code. */
export function phoneCodeText(siteName: string, code: string): string {
  const minutes = PHONE_CODE_MS / MINUTE_MS;
  return `${code} is your ${siteName} code. It works for ${minutes} minutes. Never give it to anyone: we don't ask for it.`;
}
