import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../worker/adapters/password-hash.ts";

/**
 * Without a dummy hash for unknown addresses the reply would be about a thousand times faster, so a factor of two
 * separates the two cases clearly (A18). A longer nightly test compares the medians within a tenth.
 */
it("verifyPassword takes as long for an address without an account as for a wrong password (A18)", async () => {
  const stored = await hashPassword("a quiet harbour 42");
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const measure = async (who: "known" | "unknown") => {
    const begun = performance.now();
    expect(await verifyPassword("a wrong password", who === "known" ? stored : null)).toBe(false);
    times[who].push(performance.now() - begun);
  };
  for (let round = 0; round < 7; round++) {
    await measure("known");
    await measure("unknown");
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[3] ?? Number.NaN;
  const ratio = median(times.unknown) / median(times.known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
