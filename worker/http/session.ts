/**
 * Authentication and authorisation. `identify` runs on every request and needs no query while the access token is
 * valid; the `require…` middleware guards routes. Guards for writes read session and account status from the database,
 * so that a ban, sign-out or lost role applies to the next write, although an access token may still be valid (D10,
 * A16, A21).
 */

import { and, eq } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/copy";
import { HOUR_MS } from "#domain/deadlines";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import {
  type AccountStatus,
  canAdminister,
  isStaff,
  problemFor,
  type RequiredStatus,
  type StatusProblem,
} from "#domain/status/account-status";
import type { Query } from "../db/client.ts";
import { profiles, sessions } from "../db/schema/account.ts";
import {
  type AccountStatusRow,
  accountStatusOf,
  currentAccountStatus,
  currentRole,
  endSession,
  extendSession,
  impersonatedStatus,
  type SessionRef,
  type SessionStatus,
  sessionByToken,
  sessionStatements,
} from "../db/sessions.ts";
import type { Services } from "../services.ts";
import { signAccessToken, verifyAccessToken } from "./access-token.ts";
import { clientIp } from "./client-ip.ts";
import type { Actor, AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";
import { sessionRole, staffNeedSecondFactor, staffStep } from "./second-factor.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import {
  clearAccessCookie,
  clearSessionCookies,
  hasWrittenAccessCookie,
  readAccessCookie,
  readSessionCookie,
  writeAccessCookie,
  writeSessionCookie,
} from "./session-cookies.ts";

/** A session's expiry is extended at most once an hour, to save writes. */
const SLIDE_EVERY_MS = HOUR_MS;

interface Refreshed {
  actor: Actor;
  accessToken: string;
  /** Set when the expiry was extended, so that the browser extends its cookie too. */
  sessionToken: string | null;
}

/** Returns the account status of an impersonated user, or null when the impersonation has ended. */
const viewedStatus = (
  { db, env, now }: Services,
  view: { session_id: string; by: string; account_id: string },
): Promise<AccountStatus | null> => impersonatedStatus(db, view, staffNeedSecondFactor(env), now());

async function refresh(c: Ctx): Promise<Refreshed | null> {
  const token = readSessionCookie(c);
  if (token === null) return null;
  const services = c.get("services");
  const now = services.now();
  const session = await sessionByToken(services.db, await hashSecret(token), now);
  if (!session) return null;
  const slides = session.seen_at <= now - SLIDE_EVERY_MS;
  if (slides) services.defer(extendSession(services.db, session.id, now).then(() => undefined));
  const { viewing_as, viewing_until } = session;
  const view = viewing_as === null ? null : { session_id: session.id, by: session.account_id, account_id: viewing_as };
  const viewed = viewing_as !== null && viewing_until !== null && view !== null && (await viewedStatus(services, view));
  const actor: Actor = viewed
    ? // An impersonated user has the role `user`; `viewedStatus` enforces it on every request.
      {
        id: viewing_as,
        role: "user",
        session_id: session.id,
        impersonatedBy: { by: session.account_id, until: viewing_until },
      }
    : {
        id: session.account_id,
        role: sessionRole(services.env, session.role, session),
        session_id: session.id,
      };
  return { actor, accessToken: await signAccessToken(services, actor), sessionToken: slides ? token : null };
}

/** Ending an impersonation that has ended already returns to the own account. */
const END_VIEW = "/api/viewing/end";

const isWrite = (c: Ctx) => !["GET", "HEAD"].includes(c.req.method);

/**
 * Sets `actor` from `Authorization: Bearer` or the access cookie, else renews the access token from the session cookie.
 * An invalid bearer token means no session; it never falls back to the browser's cookies.
 */
export const identify = createMiddleware<AppContext>(async (c, next) => {
  const services = c.get("services");
  const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const token = bearer ?? readAccessCookie(c);
  const actor = token === undefined ? null : await verifyAccessToken(services, token);
  const view = actor?.impersonatedBy && { ...actor, account_id: actor.id, by: actor.impersonatedBy.by };
  // Also for reads: an impersonation ends with the rights of its staff member, not with its token (A142).
  const ended = view !== undefined && (await viewedStatus(services, view)) === null;
  if (actor && !ended) c.set("actor", actor);
  // A write that was meant for the impersonated user, and would be refused, must not reach the own account instead.
  const renews = bearer === undefined && c.get("actor") === null && !(ended && isWrite(c) && c.req.path !== END_VIEW);
  const renewed = renews ? await refresh(c) : null;
  if (ended && !renewed) clearAccessCookie(c);
  if (renewed) c.set("actor", renewed.actor);
  await next();
  if (!renewed || c.res.status === 101) return;
  // The route has started or ended a session, so a renewal must not undo that.
  if (hasWrittenAccessCookie(c)) return;
  writeAccessCookie(c, renewed.accessToken, COOKIE_SECONDS.access);
  if (renewed.sessionToken !== null) writeSessionCookie(c, renewed.sessionToken, COOKIE_SECONDS.session);
});

/** Returns the signed-in user. Only after one of the `require…` middleware. */
export function actorOf(c: Ctx): Actor {
  const actor = c.get("actor");
  if (actor === null) throw new RefusalError("not_authenticated", MESSAGES.notAuthenticated);
  return actor;
}

/** For reads: requires a valid access token. */
export const requireActor = createMiddleware<AppContext>(async (c, next) => {
  actorOf(c);
  await next();
});

/** Reads session and account status from the database; updates the actor's role. */
async function loadAccountStatus(c: Ctx): Promise<AccountStatus> {
  const actor = actorOf(c);
  const { db, now } = c.get("services");
  if (actor.impersonatedBy) {
    const view = { session_id: actor.session_id, by: actor.impersonatedBy.by, account_id: actor.id };
    const viewed = await viewedStatus(c.get("services"), view);
    if (viewed) return viewed;
    // The session itself remains; the next call identifies its own user.
    clearAccessCookie(c);
    throw new RefusalError("not_authenticated", MESSAGES.notAuthenticated);
  }
  return setActorRole(c, actor, await currentAccountStatus(db, { id: actor.session_id, account_id: actor.id }, now()));
}

function setActorRole(c: Ctx, actor: Actor, status: SessionStatus | null): AccountStatus {
  if (!status) {
    clearSessionCookies(c);
    throw new RefusalError("not_authenticated", MESSAGES.notAuthenticated);
  }
  c.set("actor", { ...actor, role: sessionRole(c.env, status.role, status) });
  return status;
}

const PROBLEM_MESSAGE: Record<StatusProblem["code"], string> = {
  banned: MESSAGES.banned,
  suspended: MESSAGES.suspended,
  restricted: MESSAGES.restricted,
};

function statusRefusal(problem: StatusProblem): Refusal {
  return refuse(problem.code, PROBLEM_MESSAGE[problem.code], {
    ...(problem.reason !== null && { reason: problem.reason }),
    ...(problem.until !== null && { until: problem.until }),
  });
}

/** Throws what keeps the user from a call that requires this. */
function requireStatus(c: Ctx, status: AccountStatus, required: RequiredStatus): void {
  const problem = problemFor(status, required, c.get("services").now());
  if (!problem) return;
  const { code, message, details } = statusRefusal(problem);
  throw new RefusalError(code, message, details);
}

const requiring = (required: RequiredStatus) =>
  createMiddleware<AppContext>(async (c, next) => {
    requireStatus(c, await loadAccountStatus(c), required);
    await next();
  });

/**
 * Does for the session that a socket was opened with what `requireTrader` does for a request, or `requireGoodStatus`
 * with `good`.
 */
export async function admitSession(
  { db, now }: Pick<Services, "db" | "now">,
  session: SessionRef,
  { good }: { good: boolean },
): Promise<Result> {
  const status = await currentAccountStatus(db, session, now());
  if (!status) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const problem = problemFor(status, good ? "good" : "trader", now());
  return problem ? statusRefusal(problem) : done();
}

/** Does for a user without a session, such as one who follows a link in an email, what `requireTrader` does. */
export async function admitTrader({ db, now }: Pick<Services, "db" | "now">, userId: string): Promise<Result> {
  const [status] = await db.select().from(profiles).where(eq(profiles.id, userId));
  const problem = status && problemFor(status, "trader", now());
  return problem ? statusRefusal(problem) : done();
}

/** For settling existing orders, which every account status may do (A16, D31). */
export const requireAccount = requiring("account");

/** For ordinary writes: refuses suspended and banned users. A restricted seller may still settle open orders (D31). */
export const requireTrader = requiring("trader");

/** For new listings and purchases: also refuses restricted users (D10). */
export const requireGoodStatus = requiring("good");

/** Does what `requiring` does with a row that was read together with other data (http/admission.ts). */
export async function admitStatus(c: Ctx, row: AccountStatusRow | undefined, required: RequiredStatus): Promise<void> {
  const actor = actorOf(c);
  const { db, now } = c.get("services");
  const session = { id: actor.session_id, account_id: actor.id };
  requireStatus(c, setActorRole(c, actor, await accountStatusOf(db, row, session, now())), required);
}

/** For admins and super admins who have proved a second factor (D62); others get this message (D10, A12). */
export const staffOnly = (message: string) =>
  createMiddleware<AppContext>(async (c, next) => {
    const status = await loadAccountStatus(c);
    const services = c.get("services");
    if (!canAdminister(status, services.now())) throw new RefusalError("admins_only", message);
    const actor = actorOf(c);
    if (!isStaff(actor.role)) {
      const step = await staffStep(services, actor, status.role);
      throw new RefusalError("second_factor_required", MESSAGES.staffSecondFactor, {
        ...(step && { second_factor: step }),
      });
    }
    await next();
  });

/** For admin pages and their calls, including reads. */
export const requireStaff = staffOnly(MESSAGES.adminsOnly);

/** Makes this browser act as another user, in its current session, from the next call on. */
export async function writeActorCookie(c: Ctx, actor: Actor): Promise<void> {
  c.set("actor", actor);
  writeAccessCookie(c, await signAccessToken(c.get("services"), actor), COOKIE_SECONDS.access);
}

/** Records that this session has proved a second factor. Staff have their role from now on. */
export async function proveSecondFactor(c: Ctx): Promise<number> {
  const { db, now } = c.get("services");
  const actor = actorOf(c);
  const at = now();
  await db
    .update(sessions)
    .set({ second_factor_at: at })
    .where(and(eq(sessions.id, actor.session_id), eq(sessions.account_id, actor.id)));
  await writeActorCookie(c, { ...actor, role: await currentRole(db, actor.id) });
  return at;
}

/** A session that is prepared but not stored yet. */
export interface NewSession {
  actor: Actor;
  token: string;
  /** Add these to the batch with which the session starts. */
  statements: readonly Query[];
}

/**
 * Prepares a new session for this browser. The token is always new, and the browser's previous session ends in the same
 * batch, so a cookie that an attacker has set never becomes a signed-in one (A20).
 */
export async function beginSession(
  c: Ctx,
  account: { id: string; role: Actor["role"] },
  { secondFactor = false } = {},
): Promise<NewSession> {
  const { db, env, now, newId } = c.get("services");
  const token = newSecret();
  const second_factor_at = secondFactor ? now() : null;
  const role = sessionRole(env, account.role, { second_factor_at });
  const actor: Actor = { id: account.id, role, session_id: newId("ses") };
  const [insert, trim] = sessionStatements(
    db,
    {
      id: actor.session_id,
      token_hash: await hashSecret(token),
      account_id: account.id,
      user_agent: c.req.header("User-Agent")?.slice(0, 300) ?? null,
      ip: clientIp(c),
      second_factor_at,
    },
    now(),
  );
  const previous = readSessionCookie(c);
  const statements: NewSession["statements"] =
    previous === null ? [insert, trim] : [insert, trim, endSession(db, await hashSecret(previous))];
  return { actor, token, statements };
}

/** Sends the session's cookies, after its batch has succeeded. */
export async function commitSession(c: Ctx, { actor, token }: NewSession): Promise<void> {
  c.set("actor", actor);
  writeSessionCookie(c, token, COOKIE_SECONDS.session);
  writeAccessCookie(c, await signAccessToken(c.get("services"), actor), COOKIE_SECONDS.access);
}

/** Guard of the theme, with its own message. */
export const requireThemeStaff = staffOnly("Only administrators can update global theme settings");
