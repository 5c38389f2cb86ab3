/** The readers over the tables of tests/inputs: what people really type, and its right value (D110). */
import { describe, expect, it } from "vitest";
import { MAX_PRICE_CENTS } from "#domain/money";
import { amountIn, amountText, readAmount } from "#domain/readers/amount";
import { read } from "../support/repository.ts";

/** Returns the rows of a table with more than `atLeast` rows, so that a broken table is noticed. */
function rowsOf(name: string, atLeast: number): { input: string; right: string; source: string }[] {
  const [, ...lines] = read(`tests/inputs/${name}.tsv`).replace(/\n$/, "").split("\n");
  expect(lines.length).toBeGreaterThan(atLeast);
  return lines.map((line) => {
    const [input = "", right = "", source = ""] = line.split("\t");
    expect(source, line).not.toBe("");
    return { input: JSON.parse(`"${input.replaceAll('"', '\\"')}"`) as string, right, source };
  });
}

const reading = (typed: string) => {
  const read = readAmount(typed);
  return read.kind === "amount" ? (read.cents / 100).toFixed(2) : read.kind;
};

describe("amounts (D110)", () => {
  it.each(rowsOf("amounts", 150))("reads $input as $right", ({ input, right }) => expect(reading(input)).toBe(right));

  it("names the amounts it asks about, and each is read when it is typed as shown", () => {
    const asked = rowsOf("amounts", 150).flatMap(({ input }) => {
      const read = readAmount(input);
      return read.kind === "ambiguous" ? [read] : [];
    });
    expect(asked.length).toBeGreaterThan(10);
    for (const { choices, message } of asked) {
      for (const cents of choices) {
        expect(message).toContain(amountText(cents));
        expect(readAmount(amountText(cents))).toEqual({ kind: "amount", cents });
      }
    }
    expect(readAmount("1.200")).toEqual({
      kind: "ambiguous",
      choices: [120_000, 120],
      message: "Do you mean $1,200 or $1.20? Please type 1200 or 1.20.",
    });
  });

  it("gives the reason it refuses for", () => {
    const reason = (typed: string) => (readAmount(typed) as { message?: string }).message;
    expect(reason("US$45")).toBe("Amounts are in Australian dollars. Please convert it first.");
    expect(reason("-5")).toBe("Enter an amount without a minus sign.");
    expect(reason("20-50")).toBe("Enter one amount instead of a range.");
    expect(reason("10%")).toBe("Enter an amount in dollars, not a percentage.");
    expect(reason("1000000")).toBe("Enter at most $999,999.99.");
    expect(reason("x")).toBe("Enter an amount in dollars, such as 45 or 45.50.");
  });

  it("takes numbers of a request exactly as they are", () => {
    expect(amountIn(45.5)).toEqual({ kind: "amount", cents: 4_550 });
    expect(amountIn(MAX_PRICE_CENTS / 100)).toEqual({ kind: "amount", cents: MAX_PRICE_CENTS });
    for (const odd of [1_000_000, 1e15, 1.005, -1, Number.NaN, 1e21])
      expect(amountIn(odd).kind, `${odd}`).toBe("refused");
  });
});
