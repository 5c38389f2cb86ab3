/**
 * Devices on which an account has signed in before. Password attempts from other devices share one limit per account; a
 * known device has its own, so that other people's attempts cannot lock out the owner (A19). The cookie is signed,
 * names the account, and becomes invalid when the password changes.
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

/** Identifies a password without revealing anything about it. */
async function passwordFingerprint({ password_hash }: Account): Promise<string> {
  return (await hashSecret(`device:${password_hash ?? ""}`)).slice(0, FINGERPRINT_LENGTH);
}

/** Sets the cookie after a successful sign-in. */
export async function rememberDevice(c: Ctx, account: Account): Promise<void> {
  const services = c.get("services");
  const token = await new SignJWT({ pwd: await passwordFingerprint(account) })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(account.id)
    .setJti(crypto.randomUUID())
    .sign(await signingKey(services));
  writeDeviceCookie(c, token);
}

/** Returns the id of this device if the account knows it, else null. */
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
