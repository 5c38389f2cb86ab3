/** The readers over the tables of tests/inputs: what people really type, and its right value (D110). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { SignUp } from "#contract/account/auth";
import { normaliseText } from "#contract/fields";
import { displayName } from "#domain/account/display-name";
import { nameProblem } from "#domain/account/name-rules";
import { MAX_PRICE_CENTS } from "#domain/money";
import { amountIn, amountText, readAmount } from "#domain/readers/amount";
import { likelyEmail, readEmail } from "#domain/readers/email";
import { type Reader, readAbn, readAccountNumber, readBsb, readPostcode, readSixDigits } from "#domain/readers/numbers";
import { readPercent } from "#domain/readers/percent";
import { readPhone } from "#domain/readers/phone";
import { readTags } from "#domain/readers/tags";
import { done, refuse } from "#domain/result";
import { read } from "../support/repository.ts";

type Row = Record<string, string> & { input: string; right: string };

/** Returns the rows of a table with more than `atLeast` rows, so that a broken table is noticed. */
function rowsOf(name: string, atLeast: number): Row[] {
  const [head = "", ...lines] = read(`tests/inputs/${name}.tsv`).replace(/\n$/, "").split("\n");
  const columns = head.split("\t");
  expect(lines.length).toBeGreaterThan(atLeast);
  return lines.map((line) => {
    const cells = line.split("\t");
    expect(cells, line).toHaveLength(columns.length);
    expect(cells.at(-1), line).not.toBe("");
    const row = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])) as Row;
    return { ...row, input: unescaped(row.input), right: unescaped(row.right) };
  });
}

const unescaped = (cell: string) => JSON.parse(`"${cell.replaceAll('"', '\\"')}"`) as string;

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

const READERS: Record<string, Reader<string | number>> = {
  bsb: readBsb,
  account: readAccountNumber,
  abn: readAbn,
  postcode: readPostcode,
  code: readSixDigits,
  phone: readPhone,
  percent: (typed) => {
    const percent = readPercent(typed);
    return percent === null ? refuse("invalid", "Not a percentage.") : done(percent);
  },
};

describe("numbers that name something (D110)", () => {
  it.each(rowsOf("numbers", 200))("$kind reads $input as $right", ({ kind = "", input, right }) => {
    const result = READERS[kind]?.(input);
    expect(result?.ok ? String(result.value) : "refused").toBe(right);
    // What it shows it also reads.
    if (result?.ok) expect(READERS[kind]?.(String(result.value))).toEqual(result);
  });

  it("are refused with the reason", () => {
    const reason = (kind: string, typed: string) =>
      (READERS[kind]?.(typed) as { message?: string } | undefined)?.message;
    expect(reason("bsb", "062-0000")).toBe("A BSB has 6 digits, such as 062-000. You typed 7.");
    expect(reason("bsb", "062-000 12345678")).toMatch(/Enter the account number in its own field/);
    expect(reason("account", "062-000 12345678")).toMatch(/Enter the BSB in its own field/);
    expect(reason("abn", "824 753 556")).toMatch(/looks like an ACN/);
    expect(reason("postcode", "VIC 2000")).toBe("2000 isn't a postcode of that state. Please check both.");
    expect(reason("postcode", "Brunswick 3056")).toBe("Enter only the postcode here, such as 3056.");
    expect(reason("code", "1234567")).toBe("The code has 6 digits. You typed 7.");
    expect(reason("phone", "0412 345 67")).toBe("An Australian number has 10 digits. You typed 9.");
    expect(reason("phone", "5550 1234")).toBe("Add the area code, such as 02 or 03.");
    expect(reason("phone", "021 123 4567 / 02")).toBe("Enter one phone number.");
  });
});

describe("email addresses (D110)", () => {
  it.each(rowsOf("emails", 80))("reads $input as $right", ({ input, right }) => {
    const result = readEmail(input);
    expect(result.ok ? result.value : "refused").toBe(right);
    if (result.ok) expect(readEmail(result.value)).toEqual(result);
  });

  it.each(rowsOf("email-slips", 60))("asks about $input: $right", ({ input, right }) => {
    expect(likelyEmail(input) ?? "none").toBe(right);
    if (right !== "none") expect(likelyEmail(right)).toBeNull();
  });

  // People sign in with the address that is stored: what was accepted before this reader is read as it was.
  it("leaves every address as it is that was accepted before", () => {
    const before = z.string().check(z.maxLength(254), z.email());
    const domain = fc.stringMatching(/^([a-z0-9][a-z0-9-]{0,8}\.){1,3}[a-z]{2,6}$/);
    const local = fc.stringMatching(/^[a-z0-9_'+.-]{1,20}$/);
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const address = `${name}@${host}`;
        if (z.safeParse(before, address).success) expect(readEmail(address)).toEqual({ ok: true, value: address });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("names and tags (D110)", () => {
  it.each(rowsOf("names", 40))("shows $input as $right", ({ input, right }) => {
    const name = z.safeParse(SignUp.shape.full_name, input);
    const shown = name.success && nameProblem(name.data) === null ? displayName(name.data) : "refused";
    expect(shown).toBe(right);
  });

  it.each(rowsOf("tags", 20))("reads $input as $right", ({ input, right }) => {
    expect(readTags(input).join(";") || "-").toBe(right);
  });
});

describe("text (D110)", () => {
  it.each(rowsOf("texts", 20))("keeps $input as $right", ({ input, right }) => {
    expect(normaliseText(input)).toBe(right);
    expect(normaliseText(right)).toBe(right);
  });
});
