/** Until when and by whom a report of a missed collection can be contested (D57). */
import { describe, expect, it } from "vitest";
import { contestProblem, contestUntil, isContestable, type NoShow } from "#domain/orders/no-show";

const REPORTED = 1_800_000_000_000;
const END = REPORTED + 48 * 60 * 60_000;

const report = (change: Partial<NoShow> = {}): NoShow => ({
  about_id: "about",
  recorded_by: "reporter",
  created_at: REPORTED,
  contested_at: null,
  outcome: null,
  ...change,
});

describe("contestProblem", () => {
  it("ends the time 48 hours after the report", () => {
    expect(contestUntil(report())).toBe(END);
  });

  it.each([
    ["at the report", REPORTED, null],
    ["just before the end", END - 1, null],
    ["at the end", END, "late"],
    ["just after the end", END + 1, "late"],
  ])("%s: %s is %s", (_, now, problem) => {
    expect(contestProblem(report(), "about", now)).toBe(problem);
    expect(isContestable(report(), now)).toBe(problem === null);
  });

  it.each(["reporter", "stranger"])("refuses the %s, whenever they ask", (userId) => {
    for (const now of [REPORTED, END - 1, END]) expect(contestProblem(report(), userId, now)).toBe("not_yours");
  });

  it("finds a contested report contested, also after the end", () => {
    const contested = report({ contested_at: REPORTED + 1 });
    for (const now of [REPORTED + 1, END - 1, END]) expect(contestProblem(contested, "about", now)).toBe("contested");
  });
});
