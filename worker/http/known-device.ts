/**
 * Devices an account has been signed in on. Guesses from elsewhere share one budget for the account; a known device has its
 * own, so that a stranger's guesses never keep the owner out (A19). The cookie is signed, names the account, and is worth
 * nothing once the password has changed: whoever knew the old one keeps no budget of their own.
 */
import { jwtVerify, SignJWT } from "jose";
import { signingKey } from "./access-token.ts";
import type { Ctx } from "./context.ts";
import { hashSecret } from "./secrets.ts";
import { readDeviceCookie, writeDeviceCookie } from "./session-cookies.ts";

const TYPE = "device+jwt";
const FINGERPRINT_LENGTH = 16;

interface Account {
  id: string;
  password_hash: string | null;
}

/** Tells one password from the next without saying anything about it. */
async function passwordFingerprint({ password_hash }: Account): Promise<string> {
  return (await hashSecret(`device:${password_hash ?? ""}`)).slice(0, FINGERPRINT_LENGTH);
}

/** Sets the cookie, once somebody has shown that the account is theirs. */
export async function rememberDevice(c: Ctx, account: Account): Promise<void> {
  const services = c.get("services");
  const token = await new SignJWT({ pwd: await passwordFingerprint(account) })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(account.id)
    .setJti(crypto.randomUUID())
    .sign(await signingKey(services));
  writeDeviceCookie(c, token);
}

/** The id of this device if it is one of the account's, else null. */
export async function knownDevice(c: Ctx, account: Account): Promise<string | null> {
  const token = readDeviceCookie(c);
  if (token === undefined) return null;
  const key = await signingKey(c.get("services"));
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], typ: TYPE, subject: account.id });
    return payload.jti !== undefined && payload.pwd === (await passwordFingerprint(account)) ? payload.jti : null;
  } catch {
    return null;
  }
}
