import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseMessage } from "#domain/negotiation/knowzee/understand";

interface Line {
  text: string;
  list_price: number;
  /** Knowzee's price at that moment, in dollars; absent before it has named one. */
  on_table?: number;
  intent: string;
  amount?: number | null;
}

/**
 * Written by a person who had not seen the parser. The parser's author did not read the lines, but measured these shares
 * several times in between, so they are no longer those of unseen messages.
 */
const LINES = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../knowzee/held-out.json"), "utf8"),
) as readonly Line[];

/** Measured shares. A change of the parser may raise them, and must not lower them. */
const LEAST = { intents: 0.94, amounts: 0.96, acceptances: 0.94 };

const read = ({ text, list_price, on_table }: Line) =>
  parseMessage(text, {
    list_cents: Math.round(list_price * 100),
    ask_cents: Math.round((on_table ?? list_price) * 100),
    last_offer_cents: null,
  });
const share = (lines: readonly Line[], right: (line: Line) => boolean) => lines.filter(right).length / lines.length;

describe("held-out messages", () => {
  it("are read with the right intent", () => {
    expect(share(LINES, (line) => read(line).intent === line.intent)).toBeGreaterThanOrEqual(LEAST.intents);
  });

  it("are read with the right amount", () => {
    const cents = ({ amount }: Line) => (amount == null ? null : Math.round(amount * 100));
    expect(share(LINES, (line) => read(line).offer_cents === cents(line))).toBeGreaterThanOrEqual(LEAST.amounts);
  });

  it("are recognised when they accept", () => {
    const accepting = LINES.filter(({ intent }) => intent === "accept");
    expect(share(accepting, (line) => read(line).intent === "accept")).toBeGreaterThanOrEqual(LEAST.acceptances);
  });
});
