import { Hono } from "hono";
import * as z from "zod/mini";
import {
  ChangeEmail,
  Confirm,
  type ConfirmReply,
  ForgotPassword,
  type NeutralReply,
  ResetPassword,
  type SessionReply,
  type SessionsReply,
  SignIn,
  SignUp,
  type StoppedReply,
  VerifyEmail,
} from "#contract/account/auth";
import { EnterCode, type SecondStepReply } from "#contract/account/second-factor";
import { MESSAGES } from "#contract/copy";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { googleConfigured } from "../../../adapters/identity-google.ts";
import { endSession } from "../../../db/sessions.ts";
import { chainAuditLogAfterResponse } from "../../../http/chain-audit-log.ts";
import type { AppContext } from "../../../http/context.ts";
import { clearCookie, readCookie, writeCookie } from "../../../http/cookies.ts";
import { RefusalError, unwrap } from "../../../http/errors.ts";
import { appOrigin } from "../../../http/origin.ts";
import { requireConfirmation } from "../../../http/recent-confirmation.ts";
import { requireFeature } from "../../../http/require-feature.ts";
import { hashSecret } from "../../../http/secrets.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { clearSessionCookies, readSessionCookie } from "../../../http/session-cookies.ts";
import { throttle } from "../../../http/throttle.ts";
import { deviceUser, throttleByDevice } from "../../../http/throttle-device.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { clearNearCookie } from "../../places/near-cookie.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  resendVerification,
  verifyEmail,
} from "../email-address/email-address.ts";
import { stopEmailChange } from "../email-address/stop.ts";
import { beginGoogle, finishGoogle } from "../google.ts";
import { confirmPassword, resetPassword, sendResetLink } from "../password.ts";
import { findSecondStep } from "../second-factor/challenges.ts";
import { presentSecondStep } from "../second-factor/present.ts";
import { confirmCode, finishSecondStep } from "../second-factor/second-factor.ts";
import { currentSession, sessionReply } from "./present.ts";
import { listSessions } from "./queries.ts";
import { endOtherSessions, endOwnSession, signIn, signUp } from "./sign-in.ts";

/** Scoped to the two routes that need it. Lax, because the return is a navigation from Google's site. */
const TRANSACTION_COOKIE = "gt";
const TRANSACTION_SCOPE = { path: "/api/auth/google" };

const FAILED = "/signin?error=google";
const GoogleQuery = z.object({ returnUrl: z.optional(z.string()) });

const verifying = [chainAuditLogAfterResponse, throttle("verify-email")] as const;

export const authRoutes = new Hono<AppContext>()
  /**
   * Sign up with email address and password. 201 with a session for a new address; 202 for an existing account, whose
   * owner gets an email instead.
   */
  .post("/sign-up", throttle("sign-up"), requireFeature("sign_ups"), validate("json", SignUp), async (c) => {
    const id = unwrap(await signUp(c, c.req.valid("json")));
    if (id === null) return c.json<NeutralReply, 202>({ message: MESSAGES.checkInbox }, 202);
    return c.json<SessionReply, 201>(await sessionReply(c.get("services"), actorOf(c)), 201);
  })
  /** Sign in with email address and password. 202 when the account has a second factor, which comes next. */
  .post("/sign-in", throttle("sign-in"), validate("json", SignIn), async (c) => {
    const signedIn = unwrap(await signIn(c, c.req.valid("json")));
    if ("second_step" in signedIn) {
      return c.json<SecondStepReply, 202>(await presentSecondStep(c.get("services"), signedIn.second_step), 202);
    }
    return c.json<SessionReply, 200>(await sessionReply(c.get("services"), actorOf(c)), 200);
  })
  /** Get how to finish the sign-in that is open in this browser. 410 without one. */
  .get("/second-step", async (c) => {
    const step = await findSecondStep(c);
    if (!step) throw new RefusalError("gone", MESSAGES.secondStepGone);
    return c.json<SecondStepReply, 200>(await presentSecondStep(c.get("services"), step), 200);
  })
  /** Finish a sign-in with a code of the authenticator app or a recovery code. */
  .post("/second-step", throttle("second-step"), validate("json", EnterCode), async (c) => {
    unwrap(await finishSecondStep(c, c.req.valid("json").code));
    return c.json<SessionReply, 200>(await sessionReply(c.get("services"), actorOf(c)), 200);
  })
  /** Sign out of this browser. Succeeds without a session too. */
  .post("/sign-out", throttle("sign-out"), async (c) => {
    const token = readSessionCookie(c);
    const { db, env, defer } = c.get("services");
    if (token !== null) await endSession(db, await hashSecret(token));
    const actor = c.get("actor");
    if (actor !== null) defer(endLiveSessions(env, actor.impersonatedBy?.by ?? actor.id, { only: actor.session_id }));
    clearSessionCookies(c);
    // The next person at this browser need not see where the last one lives.
    clearNearCookie(c);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /**
   * Confirm the password again, or the second factor with a code. For ten minutes after that, this session may make
   * sensitive changes. An account with a second factor needs a code or a passkey.
   */
  .post("/confirm", requireAccount, throttleByDevice("confirm"), validate("json", Confirm), async (c) => {
    const proof = c.req.valid("json");
    const until = unwrap(
      proof.code === undefined
        ? await confirmPassword(c.get("services"), actorOf(c), proof.password ?? "", await deviceUser(c))
        : await confirmCode(c, actorOf(c), proof.code),
    );
    return c.json<ConfirmReply, 200>({ confirmed_until: until }, 200);
  })
  /** Request a change of the account's email address. The reply is the same whether or not the address is in use. */
  .post("/change-email", requireAccount, throttle("change-email"), validate("json", ChangeEmail), async (c) => {
    unwrap(await requestEmailChange(c.get("services"), actorOf(c), c.req.valid("json").email));
    return c.json<NeutralReply, 202>({ message: MESSAGES.checkInbox }, 202);
  })
  /** Confirm a new email address with the emailed token. Needs no session. */
  .post("/change-email/confirm", ...verifying, validate("json", VerifyEmail), async (c) => {
    unwrap(await confirmEmailChange(c.get("services"), c.req.valid("json").token));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /**
   * Undo a change of the email address with the token that was emailed to the old one. Needs no session. Signs out every
   * device; the password has to be set anew.
   */
  .post("/change-email/stop", ...verifying, validate("json", VerifyEmail), async (c) => {
    const reset_token = unwrap(await stopEmailChange(c.get("services"), c.req.valid("json").token));
    return c.json<StoppedReply, 200>({ reset_token }, 200);
  })
  /** List the sessions of the signed-in account. */
  .get("/sessions", requireAccount, async (c) => {
    const services = c.get("services");
    const items = await listSessions(services, actorOf(c));
    return c.json<SessionsReply, 200>({ items, server_now: services.now() }, 200);
  })
  /** End all other sessions of the signed-in account, and what is pending. Needs a confirmation, like other changes. */
  .post("/sessions/end-others", requireAccount, throttleByDevice("end-sessions"), async (c) => {
    await requireConfirmation(c);
    return c.json<{ ended: number }, 200>({ ended: await endOtherSessions(c.get("services"), actorOf(c)) }, 200);
  })
  /** End one other session of the signed-in account. To end the current one, sign out. */
  .delete("/sessions/:id", requireAccount, throttleByDevice("end-sessions"), idParam(), async (c) => {
    await requireConfirmation(c);
    unwrap(await endOwnSession(c.get("services"), actorOf(c), c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Request a password reset link by email. The reply is always the same. */
  .post("/forgot-password", throttle("reset"), validate("json", ForgotPassword), (c) => {
    c.get("services").defer(sendResetLink(c.get("services"), c.req.valid("json").email));
    return c.json<NeutralReply, 202>({ message: MESSAGES.resetSent }, 202);
  })
  /**
   * Set a new password with the emailed token. Ends every session and starts a new one; 202 when the account has a
   * second factor, which comes first. 410 for a used, expired or unknown token.
   */
  .post(
    "/reset-password",
    chainAuditLogAfterResponse,
    throttle("reset-password"),
    validate("json", ResetPassword),
    async (c) => {
      const signedIn = unwrap(await resetPassword(c, c.req.valid("json")));
      if ("second_step" in signedIn) {
        return c.json<SecondStepReply, 202>(await presentSecondStep(c.get("services"), signedIn.second_step), 202);
      }
      return c.json<SessionReply, 200>(await sessionReply(c.get("services"), actorOf(c)), 200);
    },
  )
  /** Confirm an email address with the emailed token. Needs no session. */
  .post("/verify-email", ...verifying, validate("json", VerifyEmail), async (c) => {
    unwrap(await verifyEmail(c.get("services"), c.req.valid("json").token));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Send the confirmation email again. */
  .post("/verify-email/resend", requireAccount, throttle("verify-resend"), async (c) => {
    await resendVerification(c.get("services"), actorOf(c).id);
    return c.json<NeutralReply, 202>({ message: MESSAGES.checkInbox }, 202);
  })
  /** Get the current session: user and profile, both null without a session. Also settles the user's overdue orders. */
  .get("/session", async (c) => {
    return c.json<SessionReply, 200>(await currentSession(c.get("services"), c.get("actor")), 200);
  })
  /** Start sign-in with Google: redirects to Google. */
  .get("/google", throttle("google"), validate("query", GoogleQuery), async (c) => {
    if (!googleConfigured(c.env)) throw new RefusalError("not_found", MESSAGES.notFound);
    const begun = await beginGoogle(c.get("services"), appOrigin(c), c.req.valid("query").returnUrl);
    if (!begun) return c.redirect(FAILED, 302);
    writeCookie(c, TRANSACTION_COOKIE, begun.sealed, COOKIE_SECONDS.google, TRANSACTION_SCOPE);
    return c.redirect(begun.url.href, 302);
  })
  /** Complete sign-in with Google: redirects to the requested page, or to the sign-in page with an error. */
  .get("/google/callback", throttle("google"), async (c) => {
    // Opened directly, not as a return from Google.
    if (new URL(c.req.url).search === "") return c.redirect("/Marketplace", 303);
    const target = await finishGoogle(c, readCookie(c, TRANSACTION_COOKIE, TRANSACTION_SCOPE));
    clearCookie(c, TRANSACTION_COOKIE, TRANSACTION_SCOPE);
    return c.redirect(target ?? FAILED, 303);
  });
