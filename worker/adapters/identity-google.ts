/** OpenID Connect with PKCE for GOOGLE_ISSUER. Nothing here is specific to Google, so tests use a local provider. */

import * as oauth from "oauth4webapi";
import { HOUR_MS } from "#domain/deadlines";
import type { AppEnv } from "../env.ts";
import { IsolateCache } from "../isolate-cache.ts";
import type { IdentityProvider } from "../ports/identity.ts";

/** Google sign-in needs both the client id and the secret. */
export function googleConfigured(env: AppEnv): boolean {
  return Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
}

const METADATA_KEPT_MS = HOUR_MS;
const metadata = new IsolateCache<{ issuer: string; until: number; server: oauth.AuthorizationServer }>();

/** Returns the configured provider, or null. */
export function googleProvider(env: AppEnv, now: () => number): IdentityProvider | null {
  if (!googleConfigured(env)) return null;
  const client: oauth.Client = { client_id: env.GOOGLE_CLIENT_ID };
  const clientAuth = oauth.ClientSecretPost(env.GOOGLE_CLIENT_SECRET ?? "");
  const options = {
    signal: () => AbortSignal.timeout(10_000),
    // A local test provider uses plain HTTP; a real issuer never does.
    [oauth.allowInsecureRequests]: env.APP_ENV === "local" && env.GOOGLE_ISSUER.startsWith("http://"),
  };

  async function discover(): Promise<oauth.AuthorizationServer> {
    const known = metadata.get();
    if (known && known.issuer === env.GOOGLE_ISSUER && known.until > now()) return known.server;
    const issuer = new URL(env.GOOGLE_ISSUER);
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oidc" });
    const server = await oauth.processDiscoveryResponse(issuer, response);
    metadata.set({ issuer: env.GOOGLE_ISSUER, until: now() + METADATA_KEPT_MS, server });
    return server;
  }

  return {
    begin: async (redirectUri) => {
      const server = await discover();
      if (!server.authorization_endpoint) throw new Error("The provider names no authorization endpoint.");
      const transaction = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
      };
      const url = new URL(server.authorization_endpoint);
      url.searchParams.set("response_type", "code");
      url.searchParams.set("client_id", client.client_id);
      url.searchParams.set("redirect_uri", redirectUri);
      url.searchParams.set("scope", "openid email profile");
      url.searchParams.set("state", transaction.state);
      url.searchParams.set("nonce", transaction.nonce);
      url.searchParams.set("code_challenge", await oauth.calculatePKCECodeChallenge(transaction.verifier));
      url.searchParams.set("code_challenge_method", "S256");
      return { url, transaction };
    },

    finish: async (callback, redirectUri, { state, nonce, verifier }) => {
      const server = await discover();
      const parameters = oauth.validateAuthResponse(server, client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        clientAuth,
        parameters,
        redirectUri,
        verifier,
        options,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, response, options);
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (!claims || typeof claims.email !== "string") throw new Error("The provider gave no email address.");
      return {
        subject: claims.sub,
        email: claims.email.trim().toLowerCase(),
        email_verified: claims.email_verified === true,
        name: typeof claims.name === "string" ? claims.name : "",
      };
    },
  };
}
