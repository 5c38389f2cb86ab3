import { Hono } from "hono";
import { type HolidayReply, SetHoliday } from "#contract/selling/holiday";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { setHoliday } from "./holiday.ts";

/** Mounted at /api/selling. */
export const holidayRoutes = new Hono<AppContext>()
  /** Hide the signed-in seller's items until a day, or show them again. */
  .put(
    "/holiday",
    requireAccount,
    // Each change writes every listing of the seller.
    throttle("selling:holiday"),
    validate("json", SetHoliday),
    async (c) => {
      const { back_on } = c.req.valid("json");
      return c.json<HolidayReply, 200>(unwrap(await setHoliday(c.get("services"), actorOf(c).id, back_on)), 200);
    },
  );
