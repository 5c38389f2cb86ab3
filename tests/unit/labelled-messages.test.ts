import { expect, it } from "vitest";
import { parseMessage } from "#domain/negotiation/knowzee/understand";
import { HAGGLING } from "../knowzee/haggling.ts";
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

it("parseMessage reads every line of how people haggle, with its conditions", () => {
  const misread = HAGGLING.filter(({ text, context, intent, amount_cents, conditions }) => {
    const read = parseMessage(text, context);
    const named = [...(read.conditions ?? [])].sort().join();
    return read.intent !== intent || read.offer_cents !== amount_cents || named !== [...conditions].sort().join();
  });
  expect(misread.map(({ text }) => text)).toEqual([]);
});

it("parseMessage misreads no labelled message", () => {
  const misread = MESSAGES.filter(({ context, labelled: [message, intent, dollars] }) => {
    const read = parseMessage(message, context);
    return read.intent !== intent || read.offer_cents !== cents(dollars);
  });
  expect(misread.map(({ labelled }) => labelled[0])).toEqual([]);
});
