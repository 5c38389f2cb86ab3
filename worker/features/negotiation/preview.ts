/** Tries settings on an invented listing before they are saved. Nothing is stored. */
import type { AiPreviewReply, AiSettingsValue } from "#contract/negotiation";
import { type Cents, centsToDollars } from "#domain/money";
import type { Tone } from "#domain/negotiation/knowzee/engine";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import { addMessage, openSession } from "#domain/negotiation/negotiation-session";
import { reserveFor } from "#domain/negotiation/price-ladder";
import { negotiationView } from "../../../durable/item-room/negotiation-rows.ts";
import type { Services } from "../../services.ts";
import { mayReword, reword } from "./commands.ts";

interface Trial {
  settings: AiSettingsValue;
  list_cents: Cents;
  minimum_cents: Cents;
  tone: Tone;
  messages: readonly string[];
}

const FACTS = {
  title: "Oak bookcase",
  description: "Solid oak, five shelves, no scratches. From a smoke-free home.",
  condition: "Good",
  collection_summary: "Brunswick, Melbourne",
  collection_date: null,
  days_listed: 3,
  payment_methods: ["bank transfer", "card"],
  public_notes: "",
};

/** Replays the messages with the given settings and returns the negotiation. */
export async function preview(services: Services, adminId: string, trial: Trial): Promise<AiPreviewReply> {
  const { settings, list_cents, messages } = trial;
  const now = services.now();
  const terms = {
    list_cents,
    reserve_cents: reserveFor(list_cents, trial.minimum_cents, settings.policy.step_percent),
    tone: trial.tone,
    policy: settings.policy,
  };
  let conversation = openSession({ id: "preview", item_id: "preview", buyer_id: adminId }, list_cents, now);
  let narrated = false;
  for (const [index, text] of messages.entries()) {
    const asked = { text, facts: FACTS, list_cents, greetings: settings.greetings, closings: settings.closings };
    conversation = addMessage(
      conversation,
      { ref: String(index), text, terms, list_cents, upsell: null, words: copyFor(asked) },
      now,
    );
    const answer = conversation.messages.at(-1);
    if (!answer || !(await mayReword(services, settings, adminId))) continue;
    const amount = answer.amount_cents === null ? null : centsToDollars(answer.amount_cents);
    const act = answer.act === "accepted" || answer.act === "upsell" ? null : answer.act;
    const words = await reword(services.env, settings, {
      act,
      amount,
      counter_no: answer.counter_no,
      list_cents,
      message: text,
      facts: FACTS,
    });
    if (words === null) continue;
    narrated = true;
    conversation = { ...conversation, messages: [...conversation.messages.slice(0, -1), { ...answer, text: words }] };
  }
  return { messages: negotiationView(conversation, list_cents, now).messages, narrated };
}
