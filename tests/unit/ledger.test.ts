import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allocate,
  cardCharged,
  chargebackAppealWon,
  chargebackFee,
  chargebackLost,
  disputeReinstated,
  disputeWithdrawn,
  type LedgerTxn,
  orderPaid,
  payoutRetryDelay,
  payoutWrittenOff,
  proceedsDue,
  reconcileDelay,
  recovered,
  recoveryUndone,
  refundedElsewhere,
  refundedElsewhereReturned,
  refundOwed,
  refundPaidByHand,
  refundReturned,
  refundSent,
  transferReversed,
  transferSent,
  writeOffUndone,
} from "#domain/payments/ledger";

const HOUR_MS = 60 * 60_000;

/** Returns the balance of each account; positive: ours, negative: owed. Accounts at zero are left out. */
function balances(...txns: LedgerTxn[]): Record<string, number> {
  const sums = new Map<string, number>();
  // The ledger stores one transaction per id.
  for (const { lines } of new Map(txns.map((txn) => [txn.id, txn])).values()) {
    for (const { account, amount_cents } of lines) sums.set(account, (sums.get(account) ?? 0) + amount_cents);
  }
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0));
}

const CHARGED = cardCharged("pi_1", 45_00);
const PAID = orderPaid("pi_1", "ord_1", 45_00);
const PROCEEDS = proceedsDue("pi_1", "ord_1", "acc_seller", 45_00);
const PROCEEDS_OF = {
  intent_id: "pi_1",
  order_id: "ord_1",
  seller_id: "acc_seller",
  generation: 0,
};
const TRANSFER = transferSent(PROCEEDS_OF, "tr_1", 45_00);

describe("ledger of a sale", () => {
  it("keeps received money at the provider and unassigned until an order takes it", () => {
    expect(balances(CHARGED)).toEqual({ stripe_clearing: 45_00, card_received: -45_00 });
  });

  it("moves money from the order to the seller, and leaves no balance", () => {
    expect(balances(CHARGED, PAID)).toEqual({ stripe_clearing: 45_00, order_held: -45_00 });
    expect(balances(CHARGED, PAID, PROCEEDS)).toEqual({ stripe_clearing: 45_00, "seller_payable:acc_seller": -45_00 });
    expect(balances(CHARGED, PAID, PROCEEDS, TRANSFER)).toEqual({});
  });

  it("owes the seller again when the transfer is reversed", () => {
    const back = transferReversed(PROCEEDS_OF, "trr_1", 45_00);
    expect(balances(CHARGED, PAID, PROCEEDS, TRANSFER, back)).toEqual({
      stripe_clearing: 45_00,
      "seller_payable:acc_seller": -45_00,
    });
  });

  it("shows a debt of the seller between a refund to the buyer and the reversal of the transfer", () => {
    const refund = refundOwed("ref_1", "pi_1", "ord_1", 45_00, { from: "payable", sellerId: "acc_seller" });
    const sold = [CHARGED, PAID, PROCEEDS, TRANSFER, refund, refundSent("ref_1", "pi_1", "ord_1", 45_00)];
    expect(balances(...sold)).toEqual({ stripe_clearing: -45_00, "seller_payable:acc_seller": 45_00 });
    const part = transferReversed(PROCEEDS_OF, "trr_1", 30_00);
    expect(balances(...sold, part)).toEqual({ stripe_clearing: -15_00, "seller_payable:acc_seller": 15_00 });
    const given = payoutWrittenOff(PROCEEDS_OF, 15_00);
    expect(balances(...sold, part, given)).toEqual({ stripe_clearing: -15_00, seller_losses: 15_00 });
    expect(balances(...sold, part, given, writeOffUndone(PROCEEDS_OF, 15_00))).toEqual(balances(...sold, part));
  });

  it("keeps two orders of one payment apart", () => {
    const both = [cardCharged("pi_1", 75_00), PAID, orderPaid("pi_1", "ord_2", 30_00)];
    const sold = [PROCEEDS, proceedsDue("pi_1", "ord_2", "acc_other", 30_00)];
    expect(balances(...both, ...sold)).toEqual({
      stripe_clearing: 75_00,
      "seller_payable:acc_seller": -45_00,
      "seller_payable:acc_other": -30_00,
    });
    expect(
      balances(
        ...both,
        ...sold,
        TRANSFER,
        transferSent({ ...PROCEEDS_OF, order_id: "ord_2", seller_id: "acc_other" }, "tr_2", 30_00),
      ),
    ).toEqual({});
  });
});

describe("ledger of a refund", () => {
  const refundOf = (from: Parameters<typeof refundOwed>[4]) => [
    refundOwed("ref_1", "pi_1", "ord_1", 45_00, from),
    refundSent("ref_1", "pi_1", "ord_1", 45_00),
  ];

  it.each([
    ["that no order took", [CHARGED], { from: "received" }],
    ["that an order holds", [CHARGED, PAID], { from: "held" }],
    ["that is the seller's already", [CHARGED, PAID, PROCEEDS], { from: "payable", sellerId: "acc_seller" }],
  ] as const)("of money %s is owed to the buyer, and leaves no balance once sent", (_, before, from) => {
    const [owed, sent] = refundOf(from) as [LedgerTxn, LedgerTxn];
    expect(balances(...before, owed)).toEqual({ stripe_clearing: 45_00, refunds: -45_00 });
    expect(balances(...before, owed, sent)).toEqual({});
  });

  it("leaves the rest in place when it is partial", () => {
    const owed = refundOwed("ref_1", "pi_1", "ord_1", 5_00, { from: "held" });
    expect(balances(CHARGED, PAID, owed)).toEqual({ stripe_clearing: 45_00, order_held: -40_00, refunds: -5_00 });
  });

  it("owes a returned refund again until the operator has paid it from another account", () => {
    const went = [CHARGED, PAID, ...refundOf({ from: "held" })];
    const back = refundReturned("ref_1", "pi_1", "ord_1", 45_00);
    expect(balances(...went, back)).toEqual({ stripe_clearing: 45_00, refunds: -45_00 });
    expect(balances(...went, back, refundPaidByHand("ref_1", "pi_1", "ord_1", 45_00))).toEqual({
      stripe_clearing: 45_00,
      paid_by_hand: -45_00,
    });
    const elsewhere = refundedElsewhere("re_x", "pi_1", 45_00);
    const returned = refundedElsewhereReturned("re_x", "pi_1", 45_00);
    expect(balances(CHARGED, PAID, elsewhere, returned)).toEqual(balances(CHARGED, PAID));
  });

  it("shows a refund made directly at the provider as external", () => {
    expect(balances(CHARGED, PAID, refundedElsewhere("re_x", "pi_1", 45_00))).toEqual({
      order_held: -45_00,
      external_refunds: 45_00,
    });
  });
});

describe("ledger of a chargeback", () => {
  const taken = disputeWithdrawn("txn_1", "pi_1", 45_00);
  const returned = disputeReinstated("txn_2", "pi_1", 45_00);
  const lost = chargebackLost("dp_1", "pi_1", 45_00);
  const reversal = { id: "dp_1", kind: "chargeback", intent_id: "pi_1" } as const;

  it("moves the money away while the bank decides", () => {
    expect(balances(CHARGED, PAID, taken)).toEqual({ order_held: -45_00, dispute_hold: 45_00 });
  });

  it("charges the fee even when we win", () => {
    const won = [taken, chargebackFee("txn_1", "pi_1", 25_00), returned];
    expect(balances(CHARGED, PAID, ...won)).toEqual({ stripe_clearing: 20_00, order_held: -45_00, fees: 25_00 });
  });

  it("recovers a lost payment from the order, the seller or an open refund", () => {
    const from = (source: Parameters<typeof recovered>[1]["from"]) =>
      recovered(reversal, { id: "ord_1", order_id: "ord_1", from: source }, 45_00);
    expect(balances(CHARGED, PAID, taken, lost, from({ from: "held" }))).toEqual({});
    const payable = from({ from: "payable", sellerId: "acc_seller" });
    expect(balances(CHARGED, PAID, PROCEEDS, taken, lost, payable)).toEqual({});
    const owed = refundOwed("ref_1", "pi_1", "ord_1", 45_00, { from: "held" });
    expect(balances(CHARGED, PAID, owed, taken, lost, from({ from: "refunds" }))).toEqual({});
  });

  it("restores the money when won, and books a loss when lost", () => {
    expect(balances(CHARGED, PAID, taken, returned)).toEqual(balances(CHARGED, PAID));
    expect(balances(CHARGED, PAID, taken, lost)).toEqual({ order_held: -45_00, chargeback_losses: 45_00 });
  });

  it("restores the original balances when it is won on appeal", () => {
    const claim = { id: "ord_1", order_id: "ord_1" };
    const madeGood = recovered(reversal, { ...claim, from: { from: "payable", sellerId: "acc_seller" } }, 45_00);
    const undone = recoveryUndone(reversal, { ...claim, account: "seller_payable:acc_seller" }, 45_00);
    const appeal = [returned, chargebackAppealWon("dp_1", "pi_1", 45_00), undone];
    expect(balances(CHARGED, PAID, PROCEEDS, taken, lost, madeGood, ...appeal)).toEqual(
      balances(CHARGED, PAID, PROCEEDS),
    );
  });
});

describe("allocate", () => {
  it("covers the first claims first, and never exceeds the sum or a claim", () => {
    expect(allocate(15_00, [10_00, 30_00])).toEqual([10_00, 5_00]);
    expect(allocate(90_00, [10_00, 30_00])).toEqual([10_00, 30_00]);
    expect(allocate(0, [10_00])).toEqual([0]);
    const cents = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 20 }), (sum, claims) => {
        const taken = allocate(sum, claims);
        const total = taken.reduce((all, one) => all + one, 0);
        expect(total).toBe(
          Math.min(
            sum,
            claims.reduce((all, one) => all + one, 0),
          ),
        );
        taken.forEach((take, index) => {
          expect(take).toBeGreaterThanOrEqual(0);
          expect(take).toBeLessThanOrEqual(claims[index] ?? 0);
        });
      }),
    );
  });
});

describe("every ledger transaction", () => {
  const all = (n: number): LedgerTxn[] => {
    const [intent, order, refund, dispute] = [`pi_${n}`, `ord_${n}`, `ref_${n}`, `dp_${n}`];
    return [
      cardCharged(intent, 45_00),
      orderPaid(intent, order, 45_00),
      refundOwed(refund, intent, order, 45_00, { from: "held" }),
      refundSent(refund, intent, order, 45_00),
      refundReturned(refund, intent, order, 45_00),
      refundPaidByHand(refund, intent, order, 45_00),
      refundedElsewhere(`re_${n}`, intent, 45_00),
      refundedElsewhereReturned(`re_${n}`, intent, 45_00),
      proceedsDue(intent, order, "acc_seller", 45_00),
      ...[0, 1].flatMap((generation) => {
        const payout = { ...PROCEEDS_OF, intent_id: intent, order_id: order, generation };
        return [
          transferSent(payout, `tr_${n}_${generation}`, 45_00),
          transferReversed(payout, `trr_${n}_${generation}`, 45_00),
          payoutWrittenOff(payout, 45_00),
          writeOffUndone(payout, 45_00),
        ];
      }),
      chargebackFee(dispute, intent, 25_00),
      recovered(
        { id: dispute, kind: "chargeback", intent_id: intent },
        { id: order, order_id: order, from: { from: "held" } },
        45_00,
      ),
      disputeWithdrawn(`txn_${n}`, intent, 45_00),
      disputeReinstated(`txn_${n}`, intent, 45_00),
      chargebackLost(dispute, intent, 45_00),
      chargebackAppealWon(dispute, intent, 45_00),
      recoveryUndone({ id: dispute, intent_id: intent }, { id: order, order_id: order, account: "order_held" }, 45_00),
    ];
  };

  it("has a unique id that stays the same when it is reported again", () => {
    const ids = [...all(1), ...all(2)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(48);
    expect(all(1).map(({ id }) => id)).toEqual(ids.slice(0, 24));
    // One card payment can pay several orders.
    expect(orderPaid("pi_1", "ord_1", 1).id).not.toBe(orderPaid("pi_1", "ord_2", 1).id);
  });

  it("names its payment and its order", () => {
    expect(all(1).every(({ intent_id }) => intent_id === "pi_1")).toBe(true);
    const ofPayment = (count: number) => Array<null>(count).fill(null);
    const ofOrder = (count: number) => Array<string>(count).fill("ord_1");
    expect(all(1).map(({ order_id }) => order_id)).toEqual([
      ...ofPayment(1),
      ...ofOrder(5),
      ...ofPayment(2),
      ...ofOrder(9),
      ...ofPayment(1),
      ...ofOrder(1),
      ...ofPayment(4),
      ...ofOrder(1),
    ]);
  });

  it("adds up to zero", () => {
    for (const { lines } of all(1)) expect(lines[0].amount_cents + lines[1].amount_cents).toBe(0);
  });
});

describe("retry delays", () => {
  it("start at a minute for payouts and double up to an hour", () => {
    expect([1, 2, 3, 6].map(payoutRetryDelay)).toEqual([60_000, 120_000, 240_000, 32 * 60_000]);
    expect([7, 8, 50, 5_000].map(payoutRetryDelay)).toEqual([HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS]);
  });

  it("start at 15 minutes for payment checks and grow with the payment's age up to six hours", () => {
    expect([0, 60_000, 15 * 60_000].map(reconcileDelay)).toEqual([15 * 60_000, 15 * 60_000, 15 * 60_000]);
    expect([HOUR_MS, 6 * HOUR_MS, 48 * HOUR_MS].map(reconcileDelay)).toEqual([HOUR_MS, 6 * HOUR_MS, 6 * HOUR_MS]);
    fc.assert(
      fc.property(fc.nat(30 * 24 * HOUR_MS), fc.nat(HOUR_MS), (age, more) => {
        expect(reconcileDelay(age + more)).toBeGreaterThanOrEqual(reconcileDelay(age));
      }),
    );
  });
});
