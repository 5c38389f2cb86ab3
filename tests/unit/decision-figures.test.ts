import { describe, expect, it } from "vitest";
import { HOUR_MS } from "#domain/deadlines";
import { decisionFigures } from "#domain/status/decision-figures";

describe("figures of decisions", () => {
  it("are not shown below five decisions", () => {
    const nothing = { decided: null, changed_percent: null, median_hours: null };
    expect(decisionFigures({ decided: 0, changed: 0, median_ms: null })).toEqual(nothing);
    expect(decisionFigures({ decided: 4, changed: 2, median_ms: HOUR_MS })).toEqual(nothing);
    expect(decisionFigures({ decided: 5, changed: 2, median_ms: HOUR_MS })).toMatchObject({ decided: 5 });
  });

  it("have a share only if five or more were decided each way", () => {
    const share = (decided: number, changed: number) =>
      decisionFigures({ decided, changed, median_ms: HOUR_MS }).changed_percent;
    expect(share(100, 4)).toBeNull();
    expect(share(100, 5)).toBe(5);
    expect(share(100, 95)).toBe(95);
    expect(share(100, 96)).toBeNull();
    expect(share(15, 5)).toBe(33);
  });

  it("round the median to hours, at least one", () => {
    const hours = (median_ms: number) => decisionFigures({ decided: 9, changed: 0, median_ms }).median_hours;
    expect(hours(1)).toBe(1);
    expect(hours(1.4 * HOUR_MS)).toBe(1);
    expect(hours(1.5 * HOUR_MS)).toBe(2);
    expect(hours(50 * HOUR_MS)).toBe(50);
  });
});
