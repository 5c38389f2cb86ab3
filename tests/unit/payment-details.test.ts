import { describe, expect, it } from "vitest";
import { waitAfter, waiting } from "#domain/payment-details";

const NOW = 1_000_000_000;
const DAY = 86_400_000;

describe("new places to be paid at (A66)", () => {
  it("wait a day where something was known before", () => {
    expect(waitAfter({}, [{ to: "bank_transfer", had: true }], false, NOW)).toEqual({ bank_transfer: NOW + DAY });
  });

  it("wait a day where the account has sold, and not where nothing was known and nothing sold", () => {
    expect(waitAfter({}, [{ to: "btc", had: false }], true, NOW)).toEqual({ btc: NOW + DAY });
    expect(waitAfter({}, [{ to: "btc", had: false }], false, NOW)).toEqual({});
    expect(waitAfter({}, [], true, NOW)).toEqual({});
  });

  it("begin their wait anew with every change, and leave the others' waits alone", () => {
    const before = { bank_transfer: NOW + 5, eth: NOW + 7, btc: NOW };
    const after = waitAfter(before, [{ to: "bank_transfer", had: true }], false, NOW);
    expect(after).toEqual({ bank_transfer: NOW + DAY, eth: NOW + 7 });
    expect(before).toEqual({ bank_transfer: NOW + 5, eth: NOW + 7, btc: NOW });
  });

  it("are shown from the very moment the wait names", () => {
    expect(waiting({ bank_transfer: NOW, btc: NOW + 1 }, NOW)).toEqual({ btc: NOW + 1 });
    expect(waiting({ btc: NOW + 1 }, NOW + 1)).toEqual({});
  });
});
