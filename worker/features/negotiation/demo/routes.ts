import { Hono } from "hono";
import { DemoNegotiateBody, type DemoNegotiationReply } from "#contract/negotiation";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { negotiateDemo } from "./demo-negotiation.ts";

export const demoNegotiationRoutes = new Hono<AppContext>()
  /** Try Knowzee on a demo item. Nothing is stored and nothing can be bought. */
  .post("/:demo_item/negotiate", throttle("knowzee:demo"), validate("json", DemoNegotiateBody), async (c) => {
    const { messages: sent } = c.req.valid("json");
    const messages = unwrap(await negotiateDemo(c.get("services"), c.req.param("demo_item"), sent));
    return c.json<DemoNegotiationReply, 200>({ messages }, 200);
  });
