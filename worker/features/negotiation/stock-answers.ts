import { Hono } from "hono";
import { AskCommonQuestion, type StockAnswerReply } from "#contract/safety";
import { commonAnswer } from "#domain/items/common-questions";
import { collectionSummary } from "#domain/orders/collection";
import { nextCollection } from "#domain/orders/collection-windows";
import type { AppContext } from "../../http/context.ts";
import { unwrap } from "../../http/errors.ts";
import { idParam, validate } from "../../http/validate.ts";
import { findVisibleItem } from "../items/queries.ts";
import { dayInWords } from "./queries.ts";

export const stockAnswerRoutes = new Hono<AppContext>()
  /** Answer a question that the item page leaves open from the listing. Public. */
  .get("/:id/stock-answers", validate("query", AskCommonQuestion), idParam(), async (c) => {
    const { db, now } = c.get("services");
    const viewerId = c.get("actor")?.id ?? null;
    const { id } = c.req.valid("param");
    const { item, seller, knowledge } = unwrap(await findVisibleItem(db, id, viewerId));
    const at = now();
    const placed = item.suburb !== null || item.city !== null || item.location !== null;
    const { q } = c.req.valid("query");
    const date = nextCollection(item, at);
    const answer = commonAnswer(q, {
      description: item.description,
      collection_summary: collectionSummary(placed ? item : { suburb: seller.suburb, city: seller.city }),
      collection_date: date !== null && date > at ? dayInWords(date, item.collection_zone) : null,
      public_notes: knowledge?.negotiation_enabled ? knowledge.public_notes : "",
    });
    return c.json<StockAnswerReply, 200>({ item_id: id, question: q, ...answer, server_now: at }, 200);
  });
