import { expect, it } from "vitest";
import { parseMessage } from "#domain/negotiation/knowzee/understand";
import { COUNTERED, DEAR, LISTED, MESSAGES } from "../knowzee/messages.ts";
import { casesOf } from "../support/repository.ts";

/**
 * One phrase for each pattern of the parser, with and without its optional words: the intent where it is tested, and the
 * dollars that the buyer offers; for a range, its lower end as well. Unlike the messages, each must be read correctly.
 */
const phrases = casesOf("tests/knowzee/phrases.tsv");

const cents = (dollars: string | undefined) => (dollars ? Math.round(Number(dollars) * 100) : null);

it.each(Object.entries({ listed: LISTED, countered: COUNTERED, dear: DEAR }))(
  "parseMessage reads each labelled phrase of a buyer as labelled: %s",
  (set, context) => {
    for (const [message = "", intent, dollars, low] of phrases(set)) {
      const read = parseMessage(message, context);
      expect([read.offer_cents, read.range?.low_cents ?? null], message).toEqual([cents(dollars), cents(low)]);
      if (intent) expect([read.intent, read.explicit_accept], message).toEqual([intent, intent === "accept"]);
    }
  },
);

it("parseMessage marks a message as suspicious only when it instructs the assistant", () => {
  for (const set of ["instruction", "harmless"])
    for (const [message = ""] of phrases(set))
      expect(parseMessage(message, LISTED).suspicious, message).toBe(set === "instruction");
});

it("parseMessage reads each labelled message with its amount and conditions", () => {
  expect(MESSAGES.length).toBeGreaterThanOrEqual(780);
  const misread = MESSAGES.filter(({ text, context, intent, amount_cents, conditions }) => {
    const read = parseMessage(text, context);
    const named = [...(read.conditions ?? [])].sort().join();
    return read.intent !== intent || read.offer_cents !== amount_cents || named !== [...conditions].sort().join();
  });
  expect(misread.map(({ text }) => text)).toEqual([]);
});
