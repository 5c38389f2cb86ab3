import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { AskCommonQuestion, type StockAnswerReply } from "#contract/safety";
import { holdLength } from "#domain/holds/hold-length";
import { ID_PATTERN } from "#domain/ids";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { commonAnswer } from "#domain/items/common-questions";
import { availabilityOf } from "#domain/items/listing";
import { collectionSummary } from "#domain/orders/collection";
import { refuse } from "#domain/result";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { validate } from "../../../http/validate.ts";
import { dayInWords } from "../../negotiation/queries.ts";
import { findItem } from "../queries.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

export const stockAnswerRoutes = new Hono<AppContext>()
  /** Answer one of the five standard questions about an item from its current data. Public. */
  .get("/:id/stock-answers", validate("query", AskCommonQuestion), async (c) => {
    const { db, now } = c.get("services");
    const viewerId = c.get("actor")?.id ?? null;
    const id = c.req.param("id");
    const row = ID_PATTERN.test(id) ? await findItem(db, id) : null;
    if (!row) return respondRefusal(c, NOT_FOUND);
    const { item, seller, knowledge } = row;
    if (item.deleted_at !== null) return respondRefusal(c, refuse("gone", MESSAGES.itemRemoved));
    if (item.status === "inactive" && item.seller_id !== viewerId) return respondRefusal(c, NOT_FOUND);
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
