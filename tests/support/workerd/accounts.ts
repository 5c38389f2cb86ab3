/** Creates users with account, profile and session for tests in workerd, and calls the Worker as them. */

import { env, exports } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { SESSION_TTL_MS } from "#domain/account/retention";
import { NEW_AUTHOR_MS } from "#domain/orders/rating-weight";
import { accounts, profiles, sessions } from "../../../worker/db/schema/account.ts";
import { signAccessToken } from "../../../worker/http/access-token.ts";
import { ensureMigrated } from "../../../worker/http/migrations-applied.ts";
import { hashSecret, newSecret } from "../../../worker/http/secrets.ts";
import { createServices } from "../../../worker/services.ts";

export const ORIGIN = "http://localhost";
/** Cookie names on http://localhost. */
export const ACCESS_COOKIE = "local-at";
export const SESSION_COOKIE = "local-st";
export const DEVICE_COOKIE = "local-dv";

/** Returns an account's headers with the cookie names of a deployed host. */
export const deployedHeaders = ({ cookie }: { cookie: string }) => ({ Cookie: cookie.replaceAll("local-", "__Host-") });

export const TEST_PASSWORD = "a quiet harbour 42";

type ProfileOverrides = Partial<typeof profiles.$inferInsert>;
export interface AccountOverrides extends ProfileOverrides {
  email?: string;
  email_verified?: boolean;
  /** Null for an account that signs in only with Google. */
  password?: string | null;
  /** Whether the session has proved a second factor, which staff need. Ordinary accounts don't notice. */
  second_factor?: boolean;
  /** When the account began (UTC ms); long enough ago for its ratings to count (D88), unless a test says otherwise. */
  signed_up?: number;
}

type Method = "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface TestAccount {
  id: string;
  email: string;
  password: string;
  session_id: string;
  /** Value of the `Cookie` header with access and session token. */
  cookie: string;
  session_cookie: string;
  access_token: string;
  headers: Record<string, string>;
  /** Calls the Worker as this user. Sends FormData unchanged and any other body as JSON. */
  request: (method: Method, path: string, body?: unknown, extraHeaders?: Record<string, string>) => Promise<Response>;
}

/** Calls the Worker with these headers; without headers as a visitor. */
export function call(
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = body !== undefined && !(body instanceof FormData);
  return exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    redirect: "manual",
    headers: { ...(json && { "Content-Type": "application/json" }), Origin: ORIGIN, ...headers },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
}

/** Returns the cookies that a response sets. */
export function cookiesOf(response: Response): Record<string, string> {
  const jar: Record<string, string> = {};
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    jar[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return jar;
}

export const cookieHeader = (jar: Record<string, string>) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

let counter = 0;
let defaultHash: Promise<string> | undefined;

/** Inserts account, profile and session. Overrides set profile columns, email, password and verification. */
export async function createAccount(overrides: AccountOverrides = {}): Promise<TestAccount> {
  const services = createServices(env, () => undefined);
  await ensureMigrated(services);
  const {
    email: wantedEmail,
    email_verified = true,
    password = TEST_PASSWORD,
    second_factor = true,
    signed_up = services.now() - NEW_AUTHOR_MS,
    ...profile
  } = overrides;
  const id = profile.id ?? services.newId("acc");
  const email = wantedEmail ?? `person-${++counter}-${id.slice(-6)}@example.com`;
  const now = services.now();
  defaultHash ??= services.passwords.hash(TEST_PASSWORD);
  const password_hash =
    password === null ? null : password === TEST_PASSWORD ? await defaultHash : await services.passwords.hash(password);
  const token = newSecret();
  const session_id = services.newId("ses");
  const db = drizzle(env.DB);
  await db.batch([
    db.insert(accounts).values({ id, email, email_verified, password_hash, created_at: signed_up }),
    db.insert(profiles).values({
      full_name: "Robin Example",
      suburb: "Brunswick",
      city: "Melbourne",
      created_at: now,
      updated_at: now,
      ...profile,
      id,
      email,
    }),
    db.insert(sessions).values({
      id: session_id,
      token_hash: await hashSecret(token),
      account_id: id,
      created_at: now,
      seen_at: now,
      expires_at: now + SESSION_TTL_MS,
      second_factor_at: second_factor ? now : null,
    }),
  ]);
  const access_token = await signAccessToken(services, {
    id,
    role: second_factor ? (profile.role ?? "user") : "user",
    session_id,
  });
  const session_cookie = `${SESSION_COOKIE}=${token}`;
  const cookie = `${ACCESS_COOKIE}=${access_token}; ${session_cookie}`;
  const headers = { Cookie: cookie };
  return {
    id,
    email,
    password: password ?? "",
    session_id,
    cookie,
    session_cookie,
    access_token,
    headers,
    request: (method, path, body, extra = {}) => call(method, path, body, { ...headers, ...extra }),
  };
}
