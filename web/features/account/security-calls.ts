/** API calls of the second factor. The WebAuthn library loads when a passkey is first used. */
import type { SessionReply } from "#contract/account/auth";
import type { AppSetupReply, SecondStepReply, SecurityReply } from "#contract/account/second-factor";
import { deviceName } from "#domain/account/device-name";
import { ApiError, errorMessage, readReply } from "../../lib/api-client.ts";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const json =
    body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await readReply(fetch(`/api/${path}`, { method, ...json }))) as T;
}

export const SECURITY_KEY = ["security"];

export const loadSecurity = async (signal?: AbortSignal) =>
  (await readReply(fetch("/api/account/security", signal ? { signal } : {}))) as SecurityReply;

export const changePassword = (password: string) =>
  call<SecurityReply>("PUT", "account/security/password", { password });

export const setUpApp = () => call<AppSetupReply>("POST", "account/security/app");
export const confirmApp = (code: string) => call<SecurityReply>("POST", "account/security/app/confirm", { code });
export const removeApp = () => call<SecurityReply>("DELETE", "account/security/app");
export const removePasskey = (id: string) => call<SecurityReply>("DELETE", `account/security/passkeys/${id}`);
export const newRecoveryCodes = () => call<SecurityReply>("POST", "account/security/recovery-codes");

export const cancelPending = () => call<SecurityReply>("DELETE", "account/security/pending");

export const sendFirstFactorLink = () => call<SecurityReply>("POST", "account/security/first-factor/link");
export const openFirstFactorLink = (token: string) =>
  call<SecurityReply>("POST", "account/security/first-factor", { token });

export const loadSecondStep = () => call<SecondStepReply>("GET", "auth/second-step");
export const finishWithCode = (code: string) => call<SessionReply>("POST", "auth/second-step", { code });
export const confirmWithCode = (code: string) => call("POST", "auth/confirm", { code });

const library = () => import("@simplewebauthn/browser");
type Library = Awaited<ReturnType<typeof library>>;
type CreateOptions = Parameters<Library["startRegistration"]>[0]["optionsJSON"];
type GetOptions = Parameters<Library["startAuthentication"]>[0]["optionsJSON"];

export const browserHasPasskeys = () => typeof window.PublicKeyCredential === "function";

/** Asks the browser for a signature. */
async function sign(path: string) {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), call<GetOptions>("POST", path)]);
  return { response: await startAuthentication({ optionsJSON }) };
}

export async function signInWithPasskey(): Promise<SessionReply> {
  return call("POST", "auth/passkeys", await sign("auth/passkeys/options"));
}

export async function confirmWithPasskey(): Promise<void> {
  await call("POST", "auth/passkeys/confirm", await sign("auth/passkeys/confirm/options"));
}

/** Gets the options for a new passkey. The server asks for a confirmation first. */
export const passkeyOptions = () => call<CreateOptions>("POST", "account/security/passkeys/options");

/** Makes a passkey, named after this device. */
export async function addPasskey(optionsJSON: CreateOptions): Promise<SecurityReply> {
  const { startRegistration } = await library();
  const response = await startRegistration({ optionsJSON });
  return call("POST", "account/security/passkeys", { name: deviceName(navigator.userAgent), response });
}

/** Returns what to say when a passkey was not used: the browser doesn't tell why. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "Your browser didn't use a passkey. Try again, or use another way.";
}
