/**
 * Tests the content filter against its labelled messages: what it must catch and what it must let through (decision
 * 0027).
 */
import { describe, expect, it } from "vitest";
import { warningSentences } from "#domain/messages/messages";
import { screenMessage } from "#domain/safety/content-filter/screen";
import { FILTER_REASONS } from "#domain/safety/content-filter/verdict";
import { casesOf, rowsOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/content-filter.tsv");

function messages(name: string): Record<string, string[]> {
  const groups = Map.groupBy(rowsOf<"kind" | "text">(`tests/content-filter/${name}.tsv`), ({ kind }) => kind);
  return Object.fromEntries([...groups].map(([kind, rows]) => [kind, rows.map(({ text }) => text)]));
}
const BAD_MESSAGES = messages("bad");
const { after_order: HONEST_MESSAGES_AFTER_ORDER = [], ...HONEST_MESSAGES } = messages("honest");
/** Not to be read when a rule changes: what fails here belongs in the other two in other words. */
const { bad: HELD_OUT_BAD = [], honest: HELD_OUT_HONEST = [] } = messages("held-out");

const ENQUIRY = { stage: "enquiry" } as const;
const ORDERED = { stage: "ordered" } as const;
const verdicts = (texts: readonly string[], context: { stage: "enquiry" | "ordered" } = ENQUIRY) =>
  texts.map((text) => ({ text, ...screenMessage(text, context) }));
const all = (groups: Readonly<Record<string, readonly string[]>>) => Object.values(groups).flat();

const line = (label: string, cells: readonly (string | number)[]) =>
  label.padEnd(8) + cells.map((cell) => String(cell).padStart(6)).join("");
/** One row of the confusion table. */
const counts = (label: string, texts: readonly string[]) =>
  line(
    label,
    ["pass", "warn", "hold"].map((wanted) => verdicts(texts).filter(({ verdict }) => verdict === wanted).length),
  );

describe("labelled messages", () => {
  it("are numerous enough of both kinds, without duplicates", () => {
    const bad = [...all(BAD_MESSAGES), ...HELD_OUT_BAD];
    const honest = [...all(HONEST_MESSAGES), ...HELD_OUT_HONEST];
    expect(all(BAD_MESSAGES).length).toBeGreaterThanOrEqual(300);
    expect(all(HONEST_MESSAGES).length).toBeGreaterThanOrEqual(300);
    expect(HELD_OUT_BAD.length).toBeGreaterThanOrEqual(50);
    expect(HELD_OUT_HONEST.length).toBeGreaterThanOrEqual(50);
    expect(new Set([...bad, ...honest]).size).toBe(bad.length + honest.length);
  });

  const parts: [name: string, bad: readonly string[], honest: readonly string[]][] = [
    ["development set", all(BAD_MESSAGES), all(HONEST_MESSAGES)],
    ["held-out set", HELD_OUT_BAD, HELD_OUT_HONEST],
  ];
  for (const [name, bad, honest] of parts) {
    it(`catch at least 95% of the bad and disturb at most 2% of the honest ones: ${name}`, () => {
      const missed = verdicts(bad).filter(({ verdict }) => verdict === "pass");
      const disturbed = verdicts(honest).filter(({ verdict }) => verdict !== "pass");
      process.stdout.write(
        `${name}\n${line("", ["pass", "warn", "hold"])}\n${counts("bad", bad)}\n${counts("honest", honest)}\n`,
      );
      expect(1 - missed.length / bad.length, missed.map(({ text }) => text).join("\n")).toBeGreaterThanOrEqual(0.95);
      expect(disturbed.length / honest.length, disturbed.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(0.02);
    });
  }

  it("screenMessage lets numbers, calls and addresses pass after an order", () => {
    expect(verdicts(HONEST_MESSAGES_AFTER_ORDER, ORDERED).filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  });

  it("screenMessage lets messages about price, sizes, times and orders pass, before and after an order", () => {
    for (const group of ["price", "sizes", "times", "orders"] as const) {
      for (const context of [ENQUIRY, ORDERED]) {
        expect(verdicts(HONEST_MESSAGES[group] ?? [], context).filter(({ verdict }) => verdict !== "pass")).toEqual([]);
      }
    }
  });
});

describe("screenMessage", () => {
  it.each([
    ["0412 345 678", "warn", ["phone"]],
    ["zero four one two three four five six seven eight", "hold", ["phone", "disguised"]],
    ["write to dave.smith@example.com", "warn", ["email"]],
    ["dave.smith at gmail dot com", "hold", ["email", "disguised"]],
    ["see https://www.ikea.com/au/en/p/kallax", "warn", ["link"]],
    ["https://goodstreet-pay.info/confirm", "hold", ["link"]],
    ["do you have whatsapp", "warn", ["off_platform"]],
    ["send the gift card codes", "hold", ["gift_card"]],
    ["what's your payid", "warn", ["payid"]],
    ["please forward the OTP", "hold", ["code"]],
    ["Is it still available?", "pass", []],
    ["w h a t s a p p me", "hold", ["off_platform", "disguised"]],
    ["wh4tsapp me", "hold", ["off_platform", "disguised"]],
    ["d a v e @ e x a m p l e . f r", "hold", ["email", "disguised"]],
    ["zero four n1ne two three n1ne five n1ne seven eight", "hold", ["phone", "disguised"]],
    // A stronger rule is not weakened by a weaker one with the same reason.
    ["no need for goodstreet, send me your bank details", "hold", ["outside_payment"]],
  ])("answers %s with %s", (text, verdict, reasons) => {
    expect(screenMessage(text, ENQUIRY)).toEqual({ verdict, reasons });
  });

  it.each(cases("lets a refusal of outside deals pass"))("lets a refusal of outside deals pass: %s", (text) => {
    expect(screenMessage(text, ENQUIRY)).toEqual({ verdict: "pass", reasons: [] });
  });

  it.each([
    "i don't mind, we deal outside goodstreet",
    "please don't worry, we deal outside goodstreet",
    "no, fine. we deal outside goodstreet",
    "oh no, we deal outside goodstreet",
    "if you won't, deal outside goodstreet",
  ])("holds an offer that follows an unrelated refusal: %s", (text) => {
    expect(screenMessage(text, ENQUIRY)).toEqual({ verdict: "hold", reasons: ["outside_payment", "off_platform"] });
  });

  it("still holds codes, gift cards and payment bait after an order", () => {
    for (const group of ["payid", "cards_and_coins", "codes"] as const) {
      expect(verdicts(BAD_MESSAGES[group] ?? [], ORDERED).filter(({ verdict }) => verdict === "pass")).toEqual([]);
    }
  });

  it("puts the strongest reason first, and every reason has a caution", () => {
    const { verdict, reasons } = screenMessage("call me on 0412 345 678 and send me a gift card code", ENQUIRY);
    expect(verdict).toBe("hold");
    expect(reasons[0]).toBe("gift_card");
    expect(reasons).toContain("phone");
    for (const reason of FILTER_REASONS) expect(warningSentences([reason])).toEqual([expect.stringMatching(/\.$/)]);
  });

  it("lets links to this site pass, but not links that only look like them", () => {
    const ours = { ...ENQUIRY, own_host: "goodstreet.example.org" };
    expect(screenMessage("https://goodstreet.example.org/ItemDetail/itm_00000000000000000000", ours).verdict).toBe(
      "pass",
    );
    expect(screenMessage("https://goodstreet.example.org.pay-now.info/x", ours).verdict).toBe("hold");
    expect(screenMessage("https://goodstreet.example.org@evil.info/x", ours).verdict).not.toBe("pass");
    expect(
      screenMessage("https://goodstreet.example.org/ItemDetail/itm_00000000000000000000", ENQUIRY).verdict,
    ).not.toBe("pass");
  });

  it("gives the same verdict when characters are disguised", () => {
    for (const text of [
      "０４１２３４５６７８",
      "04\u200b12\u200b345\u200b678",
      "𝟎𝟒𝟏𝟐 𝟑𝟒𝟓 𝟔𝟕𝟖",
      "whаtsаpp me",
      "wh4ts4pp me",
    ]) {
      expect(screenMessage(text, ENQUIRY).verdict, text).not.toBe("pass");
    }
  });

  // Slow expressions run into the test's time-out: what takes the square of the length needs minutes for 100,000
  // characters.
  it.each(["four ", "dot ", "send me the ", "my courier ", "a@", "www ", "it's ", "a ", "@ ", ". ", "a.", "a_", "x-"])(
    "reads 100,000 characters of “%s”",
    (filler) => {
      const text = filler.repeat(100_000 / filler.length);
      expect(screenMessage(text, { stage: "public" }).verdict).toMatch(/^(pass|warn|hold)$/);
    },
  );
});
