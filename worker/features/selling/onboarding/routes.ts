import { Hono } from "hono";
import type { OwnProfile } from "#contract/account/profiles";
import { type BusinessReply, ChooseAccountType, type OwnBusiness, SaveBusiness } from "#contract/selling/onboarding";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { presentOwnProfile } from "../../account/profiles/present.ts";
import { chooseAccountType, saveBusiness } from "./onboarding.ts";
import { presentBusiness } from "./present.ts";
import { businessOf } from "./queries.ts";

export const onboardingRoutes = new Hono<AppContext>()
  /** Make the account a seller account, or an individual account again. */
  .post("/", requireTrader, throttle("onboarding"), validate("json", ChooseAccountType), async (c) => {
    const services = c.get("services");
    const profile = unwrap(await chooseAccountType(services, actorOf(c).id, c.req.valid("json").account_type));
    return c.json<OwnProfile, 200>(presentOwnProfile(profile, services.now()), 200);
  });

/** Business of the signed-in user, mounted at /api/business. */
export const businessRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => {
    const row = await businessOf(c.get("services").db, actorOf(c).id);
    return c.json<BusinessReply, 200>({ business: row && presentBusiness(row) }, 200);
  })
  /** Save the signed-in user's business and make the account a business account. Idempotent. */
  .put("/", requireTrader, throttle("business"), validate("json", SaveBusiness), async (c) => {
    const saved = unwrap(await saveBusiness(c.get("services"), actorOf(c).id, c.req.valid("json")));
    return c.json<OwnBusiness, 200>(presentBusiness(saved), 200);
  });
