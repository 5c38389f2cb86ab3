/** Knowzee on a demo item. Nothing is stored: the browser sends all earlier messages. */

import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NegotiationMessage } from "#contract/negotiation";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { DEMO_ITEMS, type DemoItem, demoMinimum } from "#domain/items/demo-items";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import { addMessage, openSession } from "#domain/negotiation/negotiation-session";
import { reserveFor } from "#domain/negotiation/price-ladder";
import { done, type Result, refuse } from "#domain/result";
import { negotiationView } from "../../../../durable/item-room/negotiation-rows.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import { featureOffRefusal } from "../../../http/require-feature.ts";
import type { Services } from "../../../services.ts";
import { currentSettings } from "../settings/queries.ts";

/** Replays the buyer's messages about a demo item and returns the whole negotiation. */
export async function negotiateDemo(
  services: Services,
  itemId: string,
  texts: readonly string[],
): Promise<Result<NegotiationMessage[]>> {
  const item = DEMO_ITEMS.find(({ id }) => id === itemId);
  if (!item) return NOT_FOUND;
  const minimum = demoMinimum(item);
  if (minimum === null) return refuse("not_negotiable", MESSAGES.knowzeeUnavailable);
  const [settings, site] = await Promise.all([currentSettings(services.db), siteSettings(services)]);
  if (!site.features.knowzee) return featureOffRefusal("knowzee");

  const now = services.now();
  const { price_cents: list_cents } = item;
  const { policy, greetings, closings } = settings;
  const terms = {
    list_cents,
    reserve_cents: reserveFor(list_cents, minimum, { step_percent: policy.step_percent, offset: 0.5 }),
    tone: "normal",
    policy,
  } as const;
  let conversation = openSession({ id: item.id, item_id: item.id, buyer_id: "" }, list_cents, now);
  for (const [index, text] of texts.entries()) {
    const words = copyFor({ text, facts: factsOf(item), list_cents, greetings, closings });
    conversation = addMessage(conversation, { ref: String(index), text, terms, list_cents, words, upsell: null }, now);
  }
  return done(negotiationView(conversation, list_cents, now).messages);
}

function factsOf(item: DemoItem) {
  return {
    title: item.title,
    description: "",
    condition: CONDITION_LABELS[item.condition],
    collection_summary: item.place,
    collection_date: null,
    days_listed: 0,
    payment_methods: [],
    public_notes: "",
  };
}
