import { Hono } from "hono";
import { type ChecksReply, ConfirmPhone, RequestPhoneCode } from "#contract/account/phone";
import { smsSender } from "../../../adapters/sms.ts";
import { clientNetwork } from "../../../http/client-ip.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireAccount, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { confirmPhone, removePhone, sendPhoneCode } from "./phone.ts";
import { presentChecks } from "./present.ts";
import { readChecks } from "./queries.ts";

async function reply(c: Ctx) {
  const { db, env, now } = c.get("services");
  const row = found(await readChecks(db, actorOf(c).id, now()));
  return c.json<ChecksReply, 200>(presentChecks(row, smsSender(env) !== null, now()), 200);
}

/** Mounted at /api/account. */
export const phoneRoutes = new Hono<AppContext>()
  /** Get what has been checked of the signed-in user, and their confirmed phone number. */
  .get("/checks", requireActor, (c) => reply(c))
  /** Send a code by text message to a phone number of the signed-in user. */
  .post("/phone/code", requireTrader, validate("json", RequestPhoneCode), async (c) => {
    unwrap(await sendPhoneCode(c.get("services"), actorOf(c).id, c.req.valid("json").number, clientNetwork(c)));
    return reply(c);
  })
  /** Confirm the phone number with the code. Five tries. */
  .post("/phone/confirm", requireTrader, throttle("phone-confirm"), validate("json", ConfirmPhone), async (c) => {
    unwrap(await confirmPhone(c.get("services"), actorOf(c).id, c.req.valid("json").code));
    return reply(c);
  })
  /** Remove the phone number and its badge. */
  .delete("/phone", requireAccount, throttle("phone-remove"), async (c) => {
    await removePhone(c.get("services"), actorOf(c).id);
    return reply(c);
  });
