import { describe, expect, it } from "vitest";
import { awaitsAnswer, mayMoveUp, staleStep } from "#domain/selling/still-available";

const DAY = 86_400_000;
const EDITED = Date.UTC(2026, 0, 1);

describe("staleStep (D59)", () => {
  it("asks once, 30 days after the last edit or answer", () => {
    const age = { updated_at: EDITED, asked_at: null };
    expect(staleStep(age, EDITED + 30 * DAY - 1)).toBeNull();
    expect(staleStep(age, EDITED + 30 * DAY)).toBe("ask");
    expect(staleStep({ ...age, asked_at: EDITED + 30 * DAY }, EDITED + 31 * DAY)).toBeNull();
  });

  it("pauses the listing 14 days after the question, unless the seller answered or edited it", () => {
    const asked_at = EDITED + 30 * DAY;
    expect(staleStep({ updated_at: EDITED, asked_at }, asked_at + 14 * DAY - 1)).toBeNull();
    expect(staleStep({ updated_at: EDITED, asked_at }, asked_at + 14 * DAY)).toBe("pause");
    expect(staleStep({ updated_at: asked_at + DAY, asked_at }, asked_at + 14 * DAY)).toBeNull();
    expect(staleStep({ updated_at: asked_at + DAY, asked_at }, asked_at + 31 * DAY)).toBe("ask");
  });
});

it("knows whether an answer is awaited", () => {
  expect(awaitsAnswer({ updated_at: EDITED, asked_at: null })).toBe(false);
  expect(awaitsAnswer({ updated_at: EDITED, asked_at: EDITED + DAY })).toBe(true);
  expect(awaitsAnswer({ updated_at: EDITED + 2 * DAY, asked_at: EDITED + DAY })).toBe(false);
});

it("lets a listing move up at most once a week", () => {
  expect(mayMoveUp(EDITED, EDITED + 7 * DAY - 1)).toBe(false);
  expect(mayMoveUp(EDITED, EDITED + 7 * DAY)).toBe(true);
});
