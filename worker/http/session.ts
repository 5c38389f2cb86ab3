/**
 * Who is asking, and whether they may. `identify` runs on every call and costs no query while the access token lives;
 * the `require…` middleware guard routes. Every guard for writes reads session and standing afresh, so that a ban, a
 * sign-out or a lost role acts on the next write although an access token is still good (D10, A16, A21).
 */
import type { BatchItem } from "drizzle-orm/batch";
import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/messages";
import { mayAdminister, type Standing, type StandingProblem, standingProblem } from "#domain/standing";
import {
  endSession,
  freshStanding,
  SESSION_TTL_MS,
  type StandingRow,
  sessionByToken,
  sessionStatements,
  standingOf,
  touchSession,
  viewedStanding,
} from "../db/sessions.ts";
import { ACCESS_TTL_SECONDS, signAccessToken, verifyAccessToken } from "./access-token.ts";
import { clientIp } from "./client-ip.ts";
import type { Actor, AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";
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

/** A session in use slides at most once an hour: one write an hour, not one a request. */
const SLIDE_EVERY_MS = 60 * 60_000;
const SESSION_MAX_AGE = SESSION_TTL_MS / 1000;

interface Refreshed {
  actor: Actor;
  accessToken: string;
  /** Set when the session slid, so that the browser keeps its cookie as long. */
  sessionToken: string | null;
}

async function refresh(c: Ctx): Promise<Refreshed | null> {
  const token = readSessionCookie(c);
  if (token === null) return null;
  const services = c.get("services");
  const now = services.now();
  const session = await sessionByToken(services.db, await hashSecret(token), now);
  if (!session) return null;
  const slides = session.seen_at <= now - SLIDE_EVERY_MS;
  if (slides) services.later(touchSession(services.db, session.id, now).then(() => undefined));
  const { viewing_as, viewing_until } = session;
  const viewed = viewing_as !== null && viewing_until !== null && viewing_until > now;
  const actor: Actor = viewed
    ? // Whoever is looked at is an ordinary user: `viewedStanding` sees to it on every write and every page of staff.
      {
        id: viewing_as,
        role: "user",
        session_id: session.id,
        viewing: { by: session.account_id, until: viewing_until },
      }
    : { id: session.account_id, role: session.role, session_id: session.id };
  return { actor, accessToken: await signAccessToken(services, actor), sessionToken: slides ? token : null };
}

/**
 * Sets `actor` from `Authorization: Bearer` or the access cookie, else renews the access token from the session
 * cookie. A bearer that is sent but not good means signed out: it never falls back to the cookies of the browser.
 */
export const identify = createMiddleware<AppContext>(async (c, next) => {
  const services = c.get("services");
  const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const token = bearer ?? readAccessCookie(c);
  if (token !== undefined) c.set("actor", await verifyAccessToken(services, token));
  const renewed = bearer === undefined && c.get("actor") === null ? await refresh(c) : null;
  if (renewed) c.set("actor", renewed.actor);
  await next();
  if (!renewed || c.res.status === 101) return;
  // A route that began or ended a session has said what the cookies are; a renewal must not undo a sign-out.
  if (hasWrittenAccessCookie(c)) return;
  writeAccessCookie(c, renewed.accessToken, ACCESS_TTL_SECONDS);
  if (renewed.sessionToken !== null) writeSessionCookie(c, renewed.sessionToken, SESSION_MAX_AGE);
});

/** The signed-in caller. Only after one of the `require…` middleware. */
export function actorOf(c: Ctx): Actor {
  const actor = c.get("actor");
  if (actor === null) throw new RefusalError("not_authenticated", MESSAGES.notAuthenticated);
  return actor;
}

/** For reads: signed in, by the access token alone. */
export const requireActor = createMiddleware<AppContext>(async (c, next) => {
  actorOf(c);
  await next();
});

/** Session and standing as the database has them now; also brings the actor's role up to date. */
async function loadStanding(c: Ctx): Promise<Standing> {
  const actor = actorOf(c);
  const { db, now } = c.get("services");
  if (actor.viewing) {
    const view = { session_id: actor.session_id, by: actor.viewing.by, account_id: actor.id };
    const viewed = await viewedStanding(db, view, now());
    if (viewed) return viewed;
    // The session itself goes on: the next call finds out whose it is.
    clearAccessCookie(c);
    throw new RefusalError("not_authenticated", MESSAGES.notAuthenticated);
  }
  return bringUpToDate(c, actor, await freshStanding(db, { id: actor.session_id, account_id: actor.id }, now()));
}

function bringUpToDate(c: Ctx, actor: Actor, standing: Standing | null): Standing {
  if (!standing) {
    clearSessionCookies(c);
    throw new RefusalError("not_authenticated", MESSAGES.notAuthenticated);
  }
  c.set("actor", { ...actor, role: standing.role });
  return standing;
}

const PROBLEM_MESSAGE: Record<StandingProblem["code"], string> = {
  banned: MESSAGES.banned,
  suspended: MESSAGES.suspended,
  restricted: MESSAGES.restricted,
};

function refuseProblem(problem: StandingProblem): never {
  throw new RefusalError(problem.code, PROBLEM_MESSAGE[problem.code], {
    ...(problem.reason !== null && { reason: problem.reason }),
    ...(problem.until !== null && { until: problem.until }),
  });
}

/** For settling what already exists — paying or cancelling an own order — which no standing forbids (A16, D31). */
export const requireAccount = createMiddleware<AppContext>(async (c, next) => {
  await loadStanding(c);
  await next();
});

/** For ordinary writes: neither suspended nor banned. A restricted seller passes, to settle what is open (D31). */
export const requireTrader = createMiddleware<AppContext>(async (c, next) => {
  const problem = standingProblem(await loadStanding(c), c.get("services").now());
  if (problem && problem.code !== "restricted") refuseProblem(problem);
  await next();
});

/** For listing something new and starting a purchase: no restriction either (D10). */
export const requireGoodStanding = createMiddleware<AppContext>(async (c, next) => {
  const problem = standingProblem(await loadStanding(c), c.get("services").now());
  if (problem) refuseProblem(problem);
  await next();
});

/** `requireGoodStanding` for whoever has asked for the row together with other things (http/admission.ts). */
export async function admitGoodStanding(c: Ctx, row: StandingRow | undefined): Promise<void> {
  const actor = actorOf(c);
  const { db, now } = c.get("services");
  const session = { id: actor.session_id, account_id: actor.id };
  const problem = standingProblem(bringUpToDate(c, actor, await standingOf(db, row, session, now())), now());
  if (problem) refuseProblem(problem);
}

/** For admins and super admins; anybody else gets this sentence (D10, A12). */
export const staffOnly = (message: string) =>
  createMiddleware<AppContext>(async (c, next) => {
    if (!mayAdminister(await loadStanding(c), c.get("services").now())) throw new RefusalError("admins_only", message);
    await next();
  });

/** For admin pages and their calls, reads included. */
export const requireStaff = staffOnly(MESSAGES.adminsOnly);

/** From the next call on this browser speaks as this actor, in the session it has. */
export async function writeActorCookie(c: Ctx, actor: Actor): Promise<void> {
  c.set("actor", actor);
  writeAccessCookie(c, await signAccessToken(c.get("services"), actor), ACCESS_TTL_SECONDS);
}

/** A session prepared but not yet begun. */
export interface NewSession {
  actor: Actor;
  token: string;
  /** Join these to the batch of whatever the session begins with. */
  statements: readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
}

/**
 * Prepares a new session for this browser. The token is always fresh and the session the browser came with ends in the
 * same batch, so a planted cookie never becomes a signed-in one (A20).
 */
export async function beginSession(c: Ctx, account: { id: string; role: Actor["role"] }): Promise<NewSession> {
  const { db, now, newId } = c.get("services");
  const token = newSecret();
  const actor: Actor = { id: account.id, role: account.role, session_id: newId("ses") };
  const [insert, trim] = sessionStatements(
    db,
    {
      id: actor.session_id,
      token_hash: await hashSecret(token),
      account_id: account.id,
      user_agent: c.req.header("User-Agent")?.slice(0, 300) ?? null,
      ip: clientIp(c),
    },
    now(),
  );
  const previous = readSessionCookie(c);
  const statements: NewSession["statements"] =
    previous === null ? [insert, trim] : [insert, trim, endSession(db, await hashSecret(previous))];
  return { actor, token, statements };
}

/** Hands the session to the browser; only once its batch has succeeded. */
export async function commitSession(c: Ctx, { actor, token }: NewSession): Promise<void> {
  c.set("actor", actor);
  writeSessionCookie(c, token, SESSION_MAX_AGE);
  writeAccessCookie(c, await signAccessToken(c.get("services"), actor), ACCESS_TTL_SECONDS);
}
