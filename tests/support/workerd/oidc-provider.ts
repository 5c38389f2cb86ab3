/**
 * Fake OpenID provider with discovery, keys, codes bound to a PKCE challenge and signed ID tokens. It replaces the
 * global fetch, so that the Worker's real client runs unchanged. Any other request fails the test.
 */
import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";
import { vi } from "vitest";

export const ISSUER = "https://accounts.stand-in.example";
export const CLIENT_ID = "client-1";
export const CLIENT_SECRET = "secret-1";

export interface Person {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
}

/** Faults of the provider, for tests of refused sign-ins. */
export interface Misbehaviour {
  claims?: Record<string, unknown>;
  /** Signs with an unpublished key. */
  foreignKey?: boolean;
  unsigned?: boolean;
}

interface Grant {
  person: Person;
  challenge: string;
  nonce: string;
  redirectUri: string;
  misbehaviour: Misbehaviour;
}

export async function startProvider() {
  const own = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "k1", alg: "RS256", use: "sig" };
  const codes = new Map<string, Grant>();

  async function idToken(grant: Grant): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000);
    const { sub, ...identity } = grant.person;
    const claims = {
      iss: ISSUER,
      aud: CLIENT_ID,
      sub,
      iat: seconds,
      exp: seconds + 300,
      nonce: grant.nonce,
      email_verified: true,
      ...identity,
      ...grant.misbehaviour.claims,
    };
    if (grant.misbehaviour.unsigned) {
      const part = (value: unknown) => base64url.encode(JSON.stringify(value));
      return `${part({ alg: "none" })}.${part(claims)}.`;
    }
    const key = grant.misbehaviour.foreignKey ? foreign.privateKey : own.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "k1" }).sign(key);
  }

  async function token(body: URLSearchParams): Promise<Response> {
    const code = body.get("code") ?? "";
    const grant = codes.get(code);
    // A code is used up by any attempt.
    codes.delete(code);
    const verifier = new TextEncoder().encode(body.get("code_verifier") ?? "");
    const challenge = base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", verifier)));
    const good =
      grant !== undefined &&
      grant.challenge === challenge &&
      grant.redirectUri === body.get("redirect_uri") &&
      body.get("client_id") === CLIENT_ID &&
      body.get("client_secret") === CLIENT_SECRET;
    if (!good) return Response.json({ error: "invalid_grant" }, { status: 400 });
    return Response.json({ access_token: "at", token_type: "Bearer", expires_in: 300, id_token: await idToken(grant) });
  }

  // Until the end of the file.
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    switch (request.url) {
      case `${ISSUER}/.well-known/openid-configuration`:
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/authorize`,
          token_endpoint: `${ISSUER}/token`,
          jwks_uri: `${ISSUER}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case `${ISSUER}/keys`:
        return Response.json({ keys: [jwk] });
      case `${ISSUER}/token`:
        // workerd warns about .text() on a form body.
        return token(new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer())));
      default:
        throw new Error(`Nothing may be fetched from ${request.url}`);
    }
  });

  return {
    /** Imitates consent on the provider's page. @returns the URL to which the provider redirects the browser. */
    authorise(location: string, person: Person, misbehaviour: Misbehaviour = {}): URL {
      const { searchParams: q } = new URL(location);
      const code = crypto.randomUUID();
      const redirectUri = q.get("redirect_uri") ?? "";
      codes.set(code, {
        person,
        challenge: q.get("code_challenge") ?? "",
        nonce: q.get("nonce") ?? "",
        redirectUri,
        misbehaviour,
      });
      const back = new URL(redirectUri);
      back.searchParams.set("code", code);
      back.searchParams.set("state", q.get("state") ?? "");
      return back;
    },
  };
}
