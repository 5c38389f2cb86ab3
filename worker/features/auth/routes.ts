import { Hono } from "hono";
import { type NeutralReply, type SessionReply, SignIn, SignUp } from "#contract/auth";
import { MESSAGES } from "#contract/messages";
import { endSession } from "../../db/sessions.ts";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { hashSecret } from "../../http/secrets.ts";
import { clearSessionCookies, readSessionCookie } from "../../http/session-cookies.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { signIn, signUp } from "./commands.ts";
import { sessionReply, signedOut } from "./present.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const authRoutes = new Hono<AppContext>()
  /** A new address is signed in at once (201); one that has an account gets a mail instead (202). */
  .post("/sign-up", throttle("sign-up", 20, HOUR, "ip"), validate("json", SignUp), async (c) => {
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
  .post("/sign-out", async (c) => {
    const token = readSessionCookie(c);
    if (token !== null) await endSession(c.get("services").db, await hashSecret(token));
    clearSessionCookies(c);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Who is signed in; nulls for nobody, never an error. */
  .get("/session", async (c) => {
    const services = c.get("services");
    const actor = c.get("actor");
    return c.json<SessionReply, 200>(actor ? await sessionReply(services, actor.id) : signedOut(services), 200);
  });
