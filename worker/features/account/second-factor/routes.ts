import { Hono } from "hono";
import {
  type AppSetupReply,
  ChangePassword,
  EnterCode,
  NewPasskey,
  OpenFirstFactorLink,
  type SecurityReply,
} from "#contract/account/second-factor";
import { batch } from "../../../db/client.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { requireConfirmation } from "../../../http/recent-confirmation.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { throttleByDevice } from "../../../http/throttle-device.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { addOptions, addPasskey, removePasskey } from "../passkeys/passkeys.ts";
import { changePassword } from "../password.ts";
import { admitFirstFactor, openFirstFactorLink, sendFirstFactorLink } from "./first-factor.ts";
import { presentSecurity } from "./present.ts";
import { authenticatorApp, ownPasskey } from "./queries.ts";
import { confirmApp, removeApp, replaceRecoveryCodes, setUpApp } from "./second-factor.ts";

const limited = throttleByDevice("security");

async function reply(c: Ctx, newCodes?: string[]) {
  return c.json<SecurityReply, 200>(await presentSecurity(c.get("services"), actorOf(c), newCodes), 200);
}

/**
 * What protects the sign-in of the user's account, mounted at /api/account/security. Changes need a confirmation within
 * the last ten minutes: the second factor, or the password without one (A141).
 */
export const securityRoutes = new Hono<AppContext>()
  /** Get the passkeys, the authenticator app and the number of recovery codes. Never a secret. */
  .get("/", requireAccount, (c) => reply(c))
  /** Change the password. Signs out every other device. */
  .put("/password", requireAccount, limited, validate("json", ChangePassword), async (c) => {
    await requireConfirmation(c);
    unwrap(await changePassword(c, actorOf(c), c.req.valid("json").password));
    return reply(c);
  })
  /** Get the options for a new passkey, for `navigator.credentials.create`. */
  .post("/passkeys/options", requireAccount, limited, async (c) => {
    await requireConfirmation(c);
    unwrap(await admitFirstFactor(c.get("services"), actorOf(c)));
    return c.json(unwrap(await addOptions(c, actorOf(c))), 200);
  })
  /** Add a passkey. The first second factor of an account comes with recovery codes. */
  .post("/passkeys", requireAccount, limited, validate("json", NewPasskey), async (c) => {
    unwrap(await admitFirstFactor(c.get("services"), actorOf(c)));
    return reply(c, unwrap(await addPasskey(c, actorOf(c), c.req.valid("json"))));
  })
  /** Remove a passkey. */
  .delete("/passkeys/:id", requireAccount, limited, idParam(), async (c) => {
    const { id } = found(await ownPasskey(c.get("services").db, actorOf(c).id, c.req.valid("param").id));
    await requireConfirmation(c);
    await removePasskey(c.get("services"), actorOf(c), id);
    return reply(c);
  })
  /** Start to set up an authenticator app: returns its secret. */
  .post("/app", requireAccount, limited, async (c) => {
    await requireConfirmation(c);
    unwrap(await admitFirstFactor(c.get("services"), actorOf(c)));
    return c.json<AppSetupReply, 200>(unwrap(await setUpApp(c.get("services"), actorOf(c))), 200);
  })
  /** Turn the authenticator app on with its first code. The first second factor comes with recovery codes. */
  .post("/app/confirm", requireAccount, limited, validate("json", EnterCode), async (c) => {
    unwrap(await admitFirstFactor(c.get("services"), actorOf(c)));
    return reply(c, unwrap(await confirmApp(c, actorOf(c), c.req.valid("json").code)));
  })
  /** Email the link that a staff account needs before its first factor. */
  .post("/first-factor/link", requireAccount, throttle("verify-resend"), async (c) => {
    unwrap(await sendFirstFactorLink(c.get("services"), actorOf(c)));
    return reply(c);
  })
  /** Open that link in this session, which may then add the first factor. */
  .post("/first-factor", requireAccount, limited, validate("json", OpenFirstFactorLink), async (c) => {
    unwrap(await openFirstFactorLink(c.get("services"), actorOf(c), c.req.valid("json").token));
    return reply(c);
  })
  /** Turn the authenticator app off. */
  .delete("/app", requireAccount, limited, async (c) => {
    found(await authenticatorApp(c.get("services").db, actorOf(c).id, "works"));
    await requireConfirmation(c);
    await removeApp(c.get("services"), actorOf(c));
    return reply(c);
  })
  /** Cancel every change that waits to be confirmed, and every link that was sent for one. */
  .delete("/pending", requireAccount, limited, async (c) => {
    const { db } = c.get("services");
    await requireConfirmation(c);
    await batch(db, endPendingChanges(db, actorOf(c).id));
    return reply(c);
  })
  /** Replace the recovery codes by new ones. */
  .post("/recovery-codes", requireAccount, limited, async (c) => {
    await requireConfirmation(c);
    return reply(c, unwrap(await replaceRecoveryCodes(c.get("services"), actorOf(c))));
  });
