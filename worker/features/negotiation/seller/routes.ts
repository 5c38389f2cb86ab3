import { Hono } from "hono";
import { AskSellerBody, type NegotiationView } from "#contract/negotiation";
import {
  AnswerBuyer,
  ListNegotiations,
  type SellerNegotiation,
  type SellerNegotiationPage,
  ShareAnswer,
} from "#contract/negotiation-seller";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentNegotiation, presentQuestion, presentSummary } from "./present.ts";
import { findNegotiation, listNegotiations } from "./queries.ts";
import { answerBuyer, askSeller, shareAnswer } from "./questions.ts";

const SHOWN = 20;

async function reply(c: Ctx, id: string) {
  const { db, now } = c.get("services");
  const { negotiation, log } = found(await findNegotiation(db, actorOf(c).id, id));
  return c.json<SellerNegotiation, 200>(presentNegotiation(negotiation, log, now()), 200);
}

const answering = [requireTrader, throttle("seller-answers")] as const;

/** Mounted at /api/negotiations. */
export const sellerNegotiationRoutes = new Hono<AppContext>()
  /** Get the negotiations that Knowzee holds in the caller's name, and what it could not settle. For the seller. */
  .get("/", requireActor, validate("query", ListNegotiations), async (c) => {
    const { db, now } = c.get("services");
    const { item, cursor, limit = SHOWN } = c.req.valid("query");
    const { page, questions } = unwrap(await listNegotiations(db, actorOf(c).id, { item, cursor, limit }));
    return c.json<SellerNegotiationPage, 200>(
      {
        items: page.rows.map((record) => presentSummary(record, now())),
        next_cursor: page.next_cursor,
        questions: questions.map(presentQuestion),
        server_now: now(),
      },
      200,
    );
  })
  /** Get one negotiation with all messages. For the seller of the item. */
  .get("/:id", requireActor, idParam(), (c) => reply(c, c.req.valid("param").id))
  /** Ask the seller what a reply of Knowzee could not settle. For the buyer. */
  .post(
    "/:id/questions",
    requireTrader,
    throttle("seller-questions"),
    idParam(),
    validate("json", AskSellerBody),
    async (c) => {
      const { id } = c.req.valid("param");
      const asked = await askSeller(c.get("services"), actorOf(c).id, id, Number(c.req.valid("json").message_id));
      return c.json<NegotiationView, 200>(unwrap(asked), 200);
    },
  )
  /** Answer what Knowzee could not settle. For the seller of the item. */
  .post("/:id/answers", ...answering, idParam(), validate("json", AnswerBuyer), async (c) => {
    const { id } = c.req.valid("param");
    const { message_id, text, shared, agreed = false } = c.req.valid("json");
    const answer = { seq: Number(message_id), text, shared, agreed };
    unwrap(await answerBuyer(c.get("services"), actorOf(c).id, id, answer, new URL(c.req.url).host));
    return reply(c, id);
  })
  /** Let Knowzee repeat an answer to other buyers, or stop that. For the seller of the item. */
  .put("/:id/answers", ...answering, idParam(), validate("json", ShareAnswer), async (c) => {
    const { id } = c.req.valid("param");
    const { message_id, shared } = c.req.valid("json");
    unwrap(await shareAnswer(c.get("services"), actorOf(c).id, id, { seq: Number(message_id), shared }));
    return reply(c, id);
  });
