import { Hono } from "hono";
import type { PolicyPage } from "#contract/site/policies";
import type { AppContext } from "../../../http/context.ts";
import { found } from "../../../http/errors.ts";
import { isPolicy, policyPage } from "./queries.ts";

export const policyRoutes = new Hono<AppContext>()
  /** Get a policy by the name of its page, written from settings, operator and the companies that receive data. */
  .get("/:policy", async (c) => {
    const name = c.req.param("policy");
    return c.json<PolicyPage, 200>(found(isPolicy(name) ? await policyPage(c.get("services"), name) : null), 200);
  });
