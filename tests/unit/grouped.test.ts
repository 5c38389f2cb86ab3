import { expect, it } from "vitest";
import { grouped } from "#domain/grouped";

it("grouped formats whole numbers like Intl", () => {
  for (const whole of [0, 7, 999, 1_000, 12_000, 999_999, 1_000_000, 1_234_567_890, -1_000]) {
    expect(grouped(whole)).toBe(whole.toLocaleString("en-AU"));
  }
});
