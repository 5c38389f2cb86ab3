import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, initialState, respond } from "#domain/negotiation/knowzee/engine";
import { parseMessage } from "#domain/negotiation/knowzee/understand";

interface Line {
  text: string;
  list_price: number;
  /** Knowzee's price at that moment, in dollars; absent before it has named one. */
  on_table?: number;
  intent: string;
  amount?: number | null;
  conditions: readonly string[];
}

const linesOf = (file: string) =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../knowzee/${file}.json`), "utf8")) as readonly Line[];

/**
 * Messages as buyers type them. The first two sets were written without knowledge of the parser, were measured, and were
 * then read and used to extend it; the third was written with it. The held-out set is only measured: never read it, and
 * print its totals alone. `least` are the measured shares: a change of the parser may raise them, and must not lower them.
 */
const SETS = [
  { file: "development", least: { intents: 0.99, amounts: 0.99, acceptances: 0.97, conditions: 0.99 } },
  { file: "development-2", least: { intents: 0.99, amounts: 0.99, acceptances: 0.99, conditions: 0.99 } },
  { file: "development-3", least: { intents: 0.99, amounts: 0.99, acceptances: 0.99, conditions: 0.99 } },
  { file: "held-out", least: { intents: 0.97, amounts: 0.98, acceptances: 0.95, conditions: 0.99 } },
] as const;

const read = ({ text, list_price, on_table }: Line) =>
  parseMessage(text, {
    list_cents: Math.round(list_price * 100),
    ask_cents: Math.round((on_table ?? list_price) * 100),
    last_offer_cents: null,
  });
const share = (lines: readonly Line[], right: (line: Line) => boolean) => lines.filter(right).length / lines.length;

describe.each(SETS)("messages of the $file set", ({ file, least }) => {
  const lines = linesOf(file);

  it("are read with the right intent", () => {
    const labels = [...new Set(lines.map(({ intent }) => intent))].sort();
    const rows = labels.map((label) => {
      const labelled = lines.filter(({ intent }) => intent === label);
      return `${label} ${labelled.filter((line) => read(line).intent === label).length}/${labelled.length}`;
    });
    console.info(`${file}, ${lines.length} messages: ${rows.join(", ")}`);
    expect(share(lines, (line) => read(line).intent === line.intent)).toBeGreaterThanOrEqual(least.intents);
  });

  it("are read with the right amount", () => {
    const cents = ({ amount }: Line) => (amount == null ? null : Math.round(amount * 100));
    expect(share(lines, (line) => read(line).offer_cents === cents(line))).toBeGreaterThanOrEqual(least.amounts);
  });

  it("are recognised when they accept", () => {
    const accepting = lines.filter(({ intent }) => intent === "accept");
    expect(share(accepting, (line) => read(line).intent === "accept")).toBeGreaterThanOrEqual(least.acceptances);
  });

  it("are recognised when they want more than the price", () => {
    const wishing = lines.filter(({ conditions }) => conditions.length > 0);
    const found = (line: Line) => (read(line).conditions ?? []).some((kind) => line.conditions.includes(kind));
    expect(share(wishing, found)).toBeGreaterThanOrEqual(least.conditions);
  });

  it("are never agreed to with a condition", () => {
    const agreed = lines.filter((line) => {
      if (line.conditions.length === 0) return false;
      const list_cents = Math.round(line.list_price * 100);
      const ask_cents = Math.round((line.on_table ?? line.list_price) * 100);
      const terms = { list_cents, reserve_cents: list_cents / 2, tone: "soft", policy: DEFAULT_POLICY } as const;
      const { act } = respond(terms, { ...initialState(list_cents), counters: 2, ask_cents }, read(line));
      return ["accept_offer", "confirm", "buy_at_list"].includes(act.kind);
    });
    expect(agreed.length).toBe(0);
  });
});
