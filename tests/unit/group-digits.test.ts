import { expect, it } from "vitest";
import { groupDigits } from "#domain/group-digits";

it("grouped formats whole numbers like Intl", () => {
  for (const whole of [0, 7, 999, 1_000, 12_000, 999_999, 1_000_000, 1_234_567_890, -1_000]) {
    expect(groupDigits(whole)).toBe(whole.toLocaleString("en-AU"));
  }
});
