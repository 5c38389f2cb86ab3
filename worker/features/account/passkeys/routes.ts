import { Hono } from "hono";
import type { ConfirmReply, SessionReply } from "#contract/account/auth";
import { PasskeyAnswer } from "#contract/account/second-factor";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { throttleByDevice } from "../../../http/throttle-device.ts";
import { validate } from "../../../http/validate.ts";
import { sessionReply } from "../auth/present.ts";
import { confirmOptions, confirmWithPasskey, signInOptions, signInWithPasskey } from "./passkeys.ts";

/** Signing in and confirming with a passkey, mounted at /api/auth/passkeys. */
export const passkeyRoutes = new Hono<AppContext>()
  /** Get the options for a sign-in, for `navigator.credentials.get`. Bound to this browser by a cookie. */
  .post("/options", throttle("passkey-options"), async (c) => c.json(unwrap(await signInOptions(c)), 200))
  /** Sign in with a passkey. */
  .post("/", throttle("sign-in"), validate("json", PasskeyAnswer), async (c) => {
    unwrap(await signInWithPasskey(c, c.req.valid("json").response));
    return c.json<SessionReply, 200>(await sessionReply(c.get("services"), actorOf(c)), 200);
  })
  /** Get the options for a confirmation with one of the user's own passkeys. */
  .post("/confirm/options", requireAccount, throttleByDevice("confirm"), async (c) =>
    c.json(unwrap(await confirmOptions(c, actorOf(c))), 200),
  )
  /** Confirm with a passkey. For ten minutes after that, this session may make sensitive changes. */
  .post("/confirm", requireAccount, throttleByDevice("confirm"), validate("json", PasskeyAnswer), async (c) => {
    const until = unwrap(await confirmWithPasskey(c, actorOf(c), c.req.valid("json").response));
    return c.json<ConfirmReply, 200>({ confirmed_until: until }, 200);
  });
