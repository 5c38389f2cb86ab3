import { Hono } from "hono";
import type { PolicyPage } from "#contract/site/policies";
import type { AppContext } from "../../../http/context.ts";
import { found } from "../../../http/errors.ts";
import { isPolicy, policyPage } from "./queries.ts";

export const policyRoutes = new Hono<AppContext>()
  /** Get a policy by the path of its page, written from settings, operator and the companies that receive data. */
  .get("/:page", async (c) => {
    const page = c.req.param("page");
    return c.json<PolicyPage, 200>(found(isPolicy(page) ? await policyPage(c.get("services"), page) : null), 200);
  });
