/** A seller's usual time to answer (D56). */
import { describe, expect, it } from "vitest";
import { type TimedMessage, usualAnswerTime } from "#domain/messages/answer-time";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Threads in which a buyer waits this long for each answer. */
const answered = (...waits: number[]): TimedMessage[] =>
  waits.flatMap((wait, index) => [
    { thread: `t${index}`, by_seller: false, at: 0 },
    { thread: `t${index}`, by_seller: true, at: wait },
  ]);

describe("usualAnswerTime", () => {
  it.each([
    [1 * HOUR, "hour"],
    [1 * HOUR + 1, "hours"],
    [6 * HOUR, "hours"],
    [6 * HOUR + 1, "day"],
    [24 * HOUR, "day"],
    [24 * HOUR + 1, "days"],
  ])("names %d ms in plain words: %s", (wait, words) => {
    expect(usualAnswerTime(answered(wait, wait, wait))).toBe(words);
  });

  it("takes the median, so one slow answer changes nothing", () => {
    expect(usualAnswerTime(answered(MINUTE, 200 * HOUR, 2 * MINUTE))).toBe("hour");
  });

  it("takes the slower of two answers in the middle", () => {
    expect(usualAnswerTime(answered(MINUTE, MINUTE, 5 * HOUR, 5 * HOUR))).toBe("hours");
  });

  it("needs three answers", () => {
    expect(usualAnswerTime(answered(MINUTE, MINUTE))).toBeNull();
    expect(usualAnswerTime([])).toBeNull();
  });

  it("counts from the buyer's first unanswered message, and each answer once", () => {
    const thread = (name: string): TimedMessage[] => [
      { thread: name, by_seller: false, at: 0 },
      { thread: name, by_seller: false, at: 3 * HOUR },
      { thread: name, by_seller: true, at: 3 * HOUR + MINUTE },
      { thread: name, by_seller: true, at: 3 * HOUR + 2 * MINUTE },
    ];
    expect(usualAnswerTime([...thread("a"), ...thread("b")])).toBeNull();
    expect(usualAnswerTime([...thread("a"), ...thread("b"), ...thread("c")])).toBe("hours");
  });

  it("ignores what nobody answered, and what the seller wrote first", () => {
    const others: TimedMessage[] = [
      { thread: "x", by_seller: true, at: 0 },
      { thread: "x", by_seller: false, at: HOUR },
      { thread: "y", by_seller: false, at: 0 },
    ];
    expect(usualAnswerTime([...others, ...answered(MINUTE, MINUTE)])).toBeNull();
  });

  it("counts every answer of a long conversation", () => {
    const chat = [0, 1, 2].flatMap((turn): TimedMessage[] => [
      { thread: "a", by_seller: false, at: turn * 10 * HOUR },
      { thread: "a", by_seller: true, at: turn * 10 * HOUR + 2 * HOUR },
    ]);
    expect(usualAnswerTime(chat)).toBe("hours");
  });
});
