import { Hono } from "hono";
import * as z from "zod/mini";
import {
  ChangeEmail,
  ConfirmPassword,
  type ConfirmReply,
  ForgotPassword,
  type NeutralReply,
  ResetPassword,
  type SessionReply,
  type SessionsReply,
  SignIn,
  SignUp,
  VerifyEmail,
} from "#contract/auth";
import { refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { googleConfigured } from "../../adapters/identity-google.ts";
import { endSession } from "../../db/sessions.ts";
import type { AppContext } from "../../http/context.ts";
import { clearCookie, readCookie, writeCookie } from "../../http/cookies.ts";
import { respondRefusal } from "../../http/errors.ts";
import { hashSecret } from "../../http/secrets.ts";
import { actorOf, requireAccount } from "../../http/session.ts";
import { clearSessionCookies, readSessionCookie } from "../../http/session-cookies.ts";
import { whenOpen } from "../../http/switched-off.ts";
import { throttle } from "../../http/throttle.ts";
import { endLiveSessions } from "../../http/user-channel.ts";
import { validate } from "../../http/validate.ts";
import { confirmPassword, resendVerification, signIn, signUp, verifyEmail } from "./commands.ts";
import { confirmEmailChange, requestEmailChange } from "./email-change.ts";
import { beginGoogle, finishGoogle, TRANSACTION_TTL_SECONDS } from "./google.ts";
import { resetPassword, sendResetLink } from "./password-reset.ts";
import { currentSession, sessionReply, sweepAfterSession } from "./present.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./sessions.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Scoped to the two addresses that need it. Lax, because the way back is a navigation from Google's site. */
const TRANSACTION_COOKIE = "gt";
const TRANSACTION_SCOPE = { path: "/api/auth/google" };

/** The sign-in screen says "Sign-in could not be completed." */
const FAILED = "/signin?error=google";
const GoogleQuery = z.object({ returnUrl: z.optional(z.string()) });

export const authRoutes = new Hono<AppContext>()
  /** A new address is signed in at once (201); one that has an account gets a mail instead (202). */
  .post("/sign-up", throttle("sign-up", 20, HOUR, "ip"), whenOpen("sign_ups"), validate("json", SignUp), async (c) => {
    const result = await signUp(c, c.req.valid("json"));
    if (!result.ok) return respondRefusal(c, result);
    if (result.id === null) return c.json<NeutralReply, 202>({ message: MESSAGES.checkInbox }, 202);
    return c.json<SessionReply, 201>(await sessionReply(c.get("services"), result.id), 201);
  })
  .post("/sign-in", throttle("sign-in", 20, MINUTE, "ip"), validate("json", SignIn), async (c) => {
    const result = await signIn(c, c.req.valid("json"));
    if (!result.ok) return respondRefusal(c, result);
    return c.json<SessionReply, 200>(await sessionReply(c.get("services"), result.id), 200);
  })
  /** Ends this browser's session; without one it is done already. */
  .post("/sign-out", throttle("sign-out", 60, MINUTE, "ip"), async (c) => {
    const token = readSessionCookie(c);
    const { db, env, later } = c.get("services");
    if (token !== null) await endSession(db, await hashSecret(token));
    const actor = c.get("actor");
    if (actor !== null) later(endLiveSessions(env, actor.viewing?.by ?? actor.id, { only: actor.session_id }));
    clearSessionCookies(c);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** The password once more, so that this session may change where money goes for a while (A66). */
  .post(
    "/confirm",
    requireAccount,
    throttle("confirm", 60, HOUR, "ip"),
    validate("json", ConfirmPassword),
    async (c) => {
      const result = await confirmPassword(c, actorOf(c), c.req.valid("json").password);
      if (!result.ok) return respondRefusal(c, result);
      return c.json<ConfirmReply, 200>({ confirmed_until: result.until }, 200);
    },
  )
  /** Another address for this account; the same answer whether or not somebody has it already (A18). */
  .post(
    "/change-email",
    requireAccount,
    throttle("change-email", 5, HOUR, "account"),
    validate("json", ChangeEmail),
    async (c) => {
      const result = await requestEmailChange(c, actorOf(c).id, c.req.valid("json").email);
      if (!result.ok) return respondRefusal(c, result);
      return c.json<NeutralReply, 202>({ message: MESSAGES.checkInbox }, 202);
    },
  )
  /** The link mailed to the new address. Needs no session, because mail is often read elsewhere. */
  .post("/change-email/confirm", throttle("verify-email", 30, HOUR, "ip"), validate("json", VerifyEmail), async (c) => {
    const result = await confirmEmailChange(c, c.req.valid("json").token);
    if (!result.ok) return respondRefusal(c, result);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Where this account is signed in. */
  .get("/sessions", requireAccount, async (c) => {
    const services = c.get("services");
    const items = await listSessions(services, actorOf(c));
    return c.json<SessionsReply, 200>({ items, server_now: services.now() }, 200);
  })
  /** Signs out everywhere else. */
  .post("/sessions/end-others", requireAccount, throttle("end-sessions", 30, HOUR, "account"), async (c) => {
    return c.json<{ ended: number }, 200>({ ended: await endOtherSessions(c.get("services"), actorOf(c)) }, 200);
  })
  /** Signs out one other place; one's own ends by signing out. */
  .delete("/sessions/:id", requireAccount, throttle("end-sessions", 30, HOUR, "account"), async (c) => {
    const actor = actorOf(c);
    const id = c.req.param("id");
    if (id === actor.session_id) return respondRefusal(c, refuse("conflict", "To sign out here, use Log Out."));
    const ended = await endOwnSession(c.get("services"), actor, id);
    if (!ended) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Always the same answer, at once: what follows is known to the owner of the address alone. */
  .post("/forgot-password", throttle("reset", 20, HOUR, "ip"), validate("json", ForgotPassword), (c) => {
    c.get("services").later(sendResetLink(c, c.req.valid("json").email));
    return c.json<NeutralReply, 202>({ message: MESSAGES.resetSent }, 202);
  })
  /** Sets the new password, ends every session and starts this one. 410 for a used, old or unknown link. */
  .post("/reset-password", throttle("reset-password", 20, HOUR, "ip"), validate("json", ResetPassword), async (c) => {
    const result = await resetPassword(c, c.req.valid("json"));
    if (!result.ok) return respondRefusal(c, result);
    return c.json<SessionReply, 200>(await sessionReply(c.get("services"), result.id), 200);
  })
  /** Confirms an address by its mailed link; needs no session, because mail is often read elsewhere. */
  .post("/verify-email", throttle("verify-email", 30, HOUR, "ip"), validate("json", VerifyEmail), async (c) => {
    const result = await verifyEmail(c, c.req.valid("json").token);
    if (!result.ok) return respondRefusal(c, result);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Sends the confirmation mail again. */
  .post("/verify-email/resend", requireAccount, throttle("verify-resend", 3, HOUR, "account"), async (c) => {
    await resendVerification(c, actorOf(c).id);
    return c.json<NeutralReply, 202>({ message: MESSAGES.checkInbox }, 202);
  })
  /** Who is signed in; nulls for nobody, never an error. Also sweeps their overdue orders (D33). */
  .get("/session", async (c) => {
    const services = c.get("services");
    const reply = await currentSession(services, c.get("actor"));
    services.later(sweepAfterSession(services, c.get("actor")));
    return c.json<SessionReply, 200>(reply, 200);
  })
  /** Sends the browser to Google. */
  .get("/google", throttle("google", 30, MINUTE, "ip"), validate("query", GoogleQuery), async (c) => {
    if (!googleConfigured(c.env)) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    const begun = await beginGoogle(c, c.req.valid("query").returnUrl);
    if (!begun) return c.redirect(FAILED, 302);
    writeCookie(c, TRANSACTION_COOKIE, begun.sealed, TRANSACTION_TTL_SECONDS, TRANSACTION_SCOPE);
    return c.redirect(begun.url.href, 302);
  })
  /** Where Google sends the browser back; a refusal shows on the sign-in screen, "Sign-in could not be completed." */
  .get("/google/callback", throttle("google", 30, MINUTE, "ip"), async (c) => {
    // The bare address, from history or typed: nobody is coming back from anywhere.
    if (new URL(c.req.url).search === "") return c.redirect("/Marketplace", 303);
    const target = await finishGoogle(c, readCookie(c, TRANSACTION_COOKIE, TRANSACTION_SCOPE));
    clearCookie(c, TRANSACTION_COOKIE, TRANSACTION_SCOPE);
    return c.redirect(target ?? FAILED, 303);
  });
