import { expect, it } from "vitest";
import { parseMessage } from "#domain/negotiation/knowzee/understand";
import { LISTED, MESSAGES } from "../knowzee/messages.ts";
import { HARMLESS, INSTRUCTIONS, PHRASES } from "../knowzee/phrases.ts";

const cents = (dollars: number | undefined) => (dollars === undefined ? null : Math.round(dollars * 100));

it("parseMessage reads each labelled phrase of a buyer as labelled", () => {
  for (const { context, saying } of PHRASES) {
    const [message, intent, dollars, low] = saying;
    const read = parseMessage(message, context);
    expect([read.offer_cents, read.range?.low_cents ?? null], message).toEqual([cents(dollars), cents(low)]);
    if (intent !== null) expect(read.intent, message).toBe(intent);
    if (intent !== null) expect(read.explicit_accept, message).toBe(intent === "accept");
  }
});

it("parseMessage marks a message as suspicious only when it instructs the assistant", () => {
  for (const message of INSTRUCTIONS) expect(parseMessage(message, LISTED).suspicious, message).toBe(true);
  for (const message of HARMLESS) expect(parseMessage(message, LISTED).suspicious, message).toBe(false);
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
