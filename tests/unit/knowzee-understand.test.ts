import { describe, expect, it } from "vitest";
import { understand } from "#domain/knowzee/understand";
import { MESSAGES } from "../knowzee/messages.ts";

const RIGHT_SHARE = 0.95;

/** Rows: what was meant. Columns: what was read. */
function confusionTable(pairs: readonly (readonly [string, string])[]): string {
  const names = [...new Set(pairs.flat())].sort();
  const rows = names.map((meant) => [
    meant,
    ...names.map((read) => String(pairs.filter(([m, r]) => m === meant && r === read).length).replace(/^0$/, ".")),
  ]);
  return [["meant \\ read", ...names], ...rows].map((row) => row.map((cell) => cell.padStart(12)).join("")).join("\n");
}

describe("reading what buyers write", () => {
  it("gets at least 95% of the labelled messages right, intent and amount", () => {
    const readings = MESSAGES.map(({ context, labelled: [message, intent, dollars] }) => {
      const read = understand(message, context);
      const cents = dollars === undefined ? null : Math.round(dollars * 100);
      return { message, intent, cents, read, right: read.intent === intent && read.offer_cents === cents };
    });
    const wrong = readings.filter((reading) => !reading.right);
    const right = readings.length - wrong.length;
    const lines = wrong.map(
      ({ message, intent, cents, read }) =>
        `  ${message}: ${intent} ${cents} read as ${read.intent} ${read.offer_cents}`,
    );
    console.info(
      `${right} of ${readings.length} right (${((right / readings.length) * 100).toFixed(1)}%)\n` +
        `${confusionTable(readings.map(({ intent, read }) => [intent, read.intent]))}\n${lines.join("\n")}`,
    );
    expect(readings.length).toBeGreaterThanOrEqual(300);
    expect(new Set(MESSAGES.map(({ context, labelled }) => `${context.ask_cents} ${labelled[0]}`)).size).toBe(
      readings.length,
    );
    expect(right / readings.length).toBeGreaterThanOrEqual(RIGHT_SHARE);
  });
});
