import { Hono } from "hono";
import { OverviewQuery, type OverviewReply } from "#contract/admin/overview";
import type { AppContext } from "../../../http/context.ts";
import { requireStaff } from "../../../http/session.ts";
import { validate } from "../../../http/validate.ts";
import { readOverview } from "./queries.ts";

export const overviewRoutes = new Hono<AppContext>()
  /**
   * Get the figures of the last days and of the same number of days before, queue lengths, stuck records and audit
   * results.
   */
  .get("/", requireStaff, validate("query", OverviewQuery), async (c) => {
    const length = Number(c.req.valid("query").days ?? "30");
    return c.json<OverviewReply, 200>(await readOverview(c.get("services"), length), 200);
  });
