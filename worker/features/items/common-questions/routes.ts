import { Hono } from "hono";
import { AskCommonQuestion, type StockAnswerReply } from "#contract/safety";
import { holdLength } from "#domain/holds/hold-length";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { commonAnswer } from "#domain/items/common-questions";
import { availabilityOf } from "#domain/items/listing";
import { collectionSummary } from "#domain/orders/collection";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { dayInWords } from "../../negotiation/queries.ts";
import { findVisibleItem } from "../queries.ts";

export const stockAnswerRoutes = new Hono<AppContext>()
  /** Answer one of the five standard questions about an item from its current data. Public. */
  .get("/:id/stock-answers", validate("query", AskCommonQuestion), idParam(), async (c) => {
    const { db, now } = c.get("services");
    const viewerId = c.get("actor")?.id ?? null;
    const { id } = c.req.valid("param");
    const { item, seller, knowledge } = unwrap(await findVisibleItem(db, id, viewerId));
    const at = now();
    const { status, reserved_until, reserved_by_you } = availabilityOf(item, viewerId, at);
    const placed = item.suburb !== null || item.city !== null || item.location !== null;
    const { q } = c.req.valid("query");
    const answer = commonAnswer(q, {
      status,
      reserved_by_you,
      held_for: reserved_until === null ? null : holdLength(reserved_until - at),
      hold_length: holdLength((await siteTimeLimits(c.get("services"))).hold_ms),
      free: item.price_cents === 0,
      description: item.description,
      condition: CONDITION_LABELS[item.condition],
      collection_summary: collectionSummary(placed ? item : { suburb: seller.suburb, city: seller.city }),
      collection_date:
        item.collection_date !== null && item.collection_date > at
          ? dayInWords(item.collection_date, item.collection_zone)
          : null,
      public_notes: knowledge?.negotiation_enabled ? knowledge.public_notes : "",
    });
    return c.json<StockAnswerReply, 200>({ item_id: id, question: q, ...answer, server_now: at }, 200);
  });
