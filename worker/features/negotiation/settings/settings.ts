/** Checks, saves and tries settings of Knowzee. */
import type { AiPreviewReply, AiSettingsReply, AiSettingsValue } from "#contract/negotiation";
import type { Cents } from "#domain/money";
import type { Tone } from "#domain/negotiation/knowzee/engine";
import { isHarmlessPhrase } from "#domain/negotiation/knowzee/phrase-check";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import { addMessage, openSession } from "#domain/negotiation/negotiation-session";
import { reserveFor } from "#domain/negotiation/price-ladder";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { negotiationView } from "../../../../durable/item-room/negotiation-rows.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { aiSettings } from "../../../db/schema/negotiations.ts";
import type { Services } from "../../../services.ts";
import { currentSettings, readSettings } from "./queries.ts";

/** Checks the phrases, which buyers read unchanged: no numbers, promises or links. */
export function checkPhrases(value: Pick<AiSettingsValue, "greetings" | "closings">): Result {
  for (const field of ["greetings", "closings"] as const) {
    for (const [index, phrase] of value[field].entries()) {
      if (isHarmlessPhrase(phrase)) continue;
      return refuseField(`${field}.${index}`, "Phrases can't contain numbers, promises, links or markup.");
    }
  }
  return done();
}

/** Adds a version. When two administrators edited the same version, the later gets `stale`. */
export async function saveSettings(
  services: Services,
  adminId: string,
  value: AiSettingsValue,
): Promise<Result<AiSettingsReply>> {
  const phrases = checkPhrases(value);
  if (!phrases.ok) return phrases;
  const { db, now } = services;
  const current = await currentSettings(db);
  const stale = refuse("stale", "Someone saved these settings after you opened them. Reload and try again.", {
    current: { version: current.version },
  });
  if (value.version !== current.version) return stale;
  const { version, ...settings } = value;
  try {
    await db.insert(aiSettings).values({ version: version + 1, settings, saved_by: adminId, saved_at: now() });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    return stale;
  }
  return done(await readSettings(services));
}
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
    reserve_cents: reserveFor(list_cents, trial.minimum_cents, {
      step_percent: settings.policy.step_percent,
      offset: 0.5,
    }),
    tone: trial.tone,
    policy: settings.policy,
  };
  let conversation = openSession({ id: "preview", item_id: "preview", buyer_id: adminId }, list_cents, now);
  for (const [index, text] of messages.entries()) {
    const asked = { text, facts: FACTS, list_cents, greetings: settings.greetings, closings: settings.closings };
    conversation = addMessage(
      conversation,
      { ref: String(index), text, terms, list_cents, upsell: null, words: copyFor(asked) },
      now,
    );
  }
  return { messages: negotiationView(conversation, list_cents, now).messages };
}
