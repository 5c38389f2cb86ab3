import { describe, expect, it } from "vitest";
import { pendingWaits, waitAfterSave } from "#domain/payments/payment-details-delay";

const NOW = 1_000_000_000;
const DAY = 86_400_000;

describe("changed payment details (A66)", () => {
  it("wait a day when earlier details exist", () => {
    expect(waitAfterSave({}, [{ to: "bank_transfer", had: true }], false, NOW)).toEqual({ bank_transfer: NOW + DAY });
  });

  it("wait a day when the account has sold, and not for a new account without sales", () => {
    expect(waitAfterSave({}, [{ to: "btc", had: false }], true, NOW)).toEqual({ btc: NOW + DAY });
    expect(waitAfterSave({}, [{ to: "btc", had: false }], false, NOW)).toEqual({});
    expect(waitAfterSave({}, [], true, NOW)).toEqual({});
  });

  it("start a new wait with every change, and keep the waits of other methods", () => {
    const before = { bank_transfer: NOW + 5, eth: NOW + 7, btc: NOW };
    const after = waitAfterSave(before, [{ to: "bank_transfer", had: true }], false, NOW);
    expect(after).toEqual({ bank_transfer: NOW + DAY, eth: NOW + 7 });
    expect(before).toEqual({ bank_transfer: NOW + 5, eth: NOW + 7, btc: NOW });
  });

  it("are shown from the exact end of the wait", () => {
    expect(pendingWaits({ bank_transfer: NOW, btc: NOW + 1 }, NOW)).toEqual({ btc: NOW + 1 });
    expect(pendingWaits({ btc: NOW + 1 }, NOW + 1)).toEqual({});
  });
});
