/**
 * WebAuthn on the server, by @simplewebauthn/server. Loaded on first use: it brings parsers of certificates, which no
 * other request needs.
 */
import { base64url } from "jose";
import type { NewPasskeyInput, PasskeyAnswerInput } from "#contract/account/second-factor";
import type { RelyingParty } from "#domain/account/relying-party";

type Library = typeof import("@simplewebauthn/server");
let loaded: Library | undefined;

/**
 * Keeps the module after the first load. Under test, every `import()` asks the test server, and two at once share one
 * answer. The runtime cancels a request that waits for another request's answer.
 */
async function library(): Promise<Library> {
  loaded ??= await import("@simplewebauthn/server");
  return loaded;
}

/** A stored passkey. */
export interface Passkey {
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string[];
}

const named = ({ credential_id, transports }: Passkey) => ({ id: credential_id, transports });

/** Returns what the browser needs to make a passkey. It asks for the device's lock: fingerprint, face or PIN. */
export async function creationOptions(
  site: RelyingParty,
  user: { id: string; email: string; name: string },
  known: readonly Passkey[],
  challenge: string,
  timeout: number,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: site.id,
    rpName: site.name,
    userID: new TextEncoder().encode(user.id) as Uint8Array<ArrayBuffer>,
    userName: user.email,
    userDisplayName: user.name,
    challenge: base64url.decode(challenge) as Uint8Array<ArrayBuffer>,
    timeout,
    attestationType: "none",
    excludeCredentials: known.map(named),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Returns what the browser needs to sign. Without `known` it offers every passkey that it has for this site. */
export async function requestOptions(
  site: RelyingParty,
  known: readonly Passkey[],
  challenge: string,
  timeout: number,
) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: base64url.decode(challenge) as Uint8Array<ArrayBuffer>,
    timeout,
    userVerification: "required",
    ...(known.length > 0 && { allowCredentials: known.map(named) }),
  });
}

type Challenge = (challenge: string) => Promise<boolean>;

/**
 * Checks a new passkey.
 * @param isOpen uses up the challenge that was signed.
 * @throws when any check fails.
 */
export async function verifyNewPasskey(
  site: RelyingParty,
  response: NewPasskeyInput["response"],
  isOpen: Challenge,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: isOpen,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  });
  if (!verified) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential_id: id,
    public_key: base64url.encode(publicKey),
    counter,
    transports: response.response.transports ?? [],
  };
}

/**
 * Checks a signature, its origin, and that the counter went up.
 * @returns the new counter.
 * @throws when any check fails.
 */
export async function verifyPasskey(
  site: RelyingParty,
  response: PasskeyAnswerInput["response"],
  { credential_id, public_key, counter, transports }: Passkey,
  isOpen: Challenge,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: isOpen,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: credential_id,
      publicKey: base64url.decode(public_key) as Uint8Array<ArrayBuffer>,
      counter,
      transports,
    },
    requireUserVerification: true,
  });
  return verified ? authenticationInfo.newCounter : null;
}
