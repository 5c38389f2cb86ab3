import { Hono } from "hono";
import { ReadStatement, type StatementReply } from "#contract/payments/statements";
import type { AppContext } from "../../../http/context.ts";
import { found } from "../../../http/errors.ts";
import { actorOf, requireActor } from "../../../http/session.ts";
import { validate } from "../../../http/validate.ts";
import { readStatement } from "./queries.ts";

export const statementRoutes = new Hono<AppContext>()
  /** Get the signed-in user's statement of one of the last twelve months, by default of this one. */
  .get("/", requireActor, validate("query", ReadStatement), async (c) => {
    const { month } = c.req.valid("query");
    const statement = found(await readStatement(c.get("services"), actorOf(c).id, month));
    return c.json<StatementReply, 200>(statement, 200);
  });
