/** API calls of the second factor. The WebAuthn library loads when a passkey is first used. */
import { deviceName } from "#domain/account/device-name";
import { ApiError, api, errorMessage, unwrap } from "../../lib/api-client.ts";

const { auth } = api.api;
const { security } = api.api.account;

export const SECURITY_KEY = ["security"];

export const loadSecurity = (signal?: AbortSignal) => unwrap(security.$get({}, signal ? { init: { signal } } : {}));

export const changePassword = (password: string) => unwrap(security.password.$put({ json: { password } }));

export const setUpApp = () => unwrap(security.app.$post());
export const confirmApp = (code: string) => unwrap(security.app.confirm.$post({ json: { code } }));
export const removeApp = () => unwrap(security.app.$delete());
export const removePasskey = (id: string) => unwrap(security.passkeys[":id"].$delete({ param: { id } }));
export const newRecoveryCodes = () => unwrap(security["recovery-codes"].$post());

export const cancelPending = () => unwrap(security.pending.$delete());

export const sendFirstFactorLink = () => unwrap(security["first-factor"].link.$post());
export const openFirstFactorLink = (token: string) => unwrap(security["first-factor"].$post({ json: { token } }));

export const loadSecondStep = () => unwrap(auth["second-step"].$get());
export const finishWithCode = (code: string) => unwrap(auth["second-step"].$post({ json: { code } }));
export const confirmWithCode = (code: string) => unwrap(auth.confirm.$post({ json: { code } }));
export const confirmWithPassword = (password: string) => unwrap(auth.confirm.$post({ json: { password } }));

const library = () => import("@simplewebauthn/browser");
type Library = Awaited<ReturnType<typeof library>>;
type CreateOptions = Parameters<Library["startRegistration"]>[0]["optionsJSON"];
type GetOptions = Parameters<Library["startAuthentication"]>[0]["optionsJSON"];

export const browserHasPasskeys = () => typeof window.PublicKeyCredential === "function";

/** As JSON, the type of the extensions is wider than the one that the browser's types give them. */
type Sent<Response> = Omit<Response, "clientExtensionResults"> & { clientExtensionResults: Record<string, unknown> };

/** Asks the browser for a signature. */
async function sign(options: object) {
  const { startAuthentication } = await library();
  const response = await startAuthentication({ optionsJSON: options as GetOptions });
  return { response: response as Sent<typeof response> };
}

export async function signInWithPasskey() {
  const json = await sign(await unwrap(auth.passkeys.options.$post()));
  return unwrap(auth.passkeys.$post({ json }));
}

export async function confirmWithPasskey(): Promise<void> {
  const json = await sign(await unwrap(auth.passkeys.confirm.options.$post()));
  await unwrap(auth.passkeys.confirm.$post({ json }));
}

/** Gets the options for a new passkey. The server asks for a confirmation first. */
export const passkeyOptions = async () => (await unwrap(security.passkeys.options.$post())) as object as CreateOptions;

/** Makes a passkey, named after this device. */
export async function addPasskey(optionsJSON: CreateOptions) {
  const { startRegistration } = await library();
  const response = await startRegistration({ optionsJSON });
  const json = { name: deviceName(navigator.userAgent), response: response as Sent<typeof response> };
  return unwrap(security.passkeys.$post({ json }));
}

/** Returns what to say when a passkey was not used: the browser doesn't tell why. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error);
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  return "Your browser didn't use a passkey. Try again, or use another way.";
}
