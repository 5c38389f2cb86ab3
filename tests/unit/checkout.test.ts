import { describe, expect, it } from "vitest";
import { maskedEmail } from "#domain/account/masked-email";
import {
  decideTransaction,
  offeredMethods,
  sameCollectionDate,
  type TransactionFacts,
  type TransactionRequest,
} from "#domain/checkout/checkout";
import { orderAbilities, seesBankDetails } from "#domain/orders/order-abilities";
import { BANK_REFERENCE, bankReference } from "#domain/payments/bank-reference";

const DATE = Date.UTC(2026, 11, 10, 1);
const server: TransactionFacts = {
  buyer_id: "acc_buyer000",
  seller_id: "acc_seller00",
  amount_cents: 4_550,
  collection_date: DATE,
  collection_ends_at: DATE + 1_800_000,
  collection_times: [{ from: DATE, until: DATE + 1_800_000 }],
  collection_zone: "Australia/Melbourne",
  item_names_date: true,
  methods: ["bank_transfer"],
  too_late: [],
  cash_problem: null,
  acknowledged: true,
  reference: "GS00000001",
  has_bank_details: true,
};
const free: TransactionFacts = { ...server, amount_cents: 0, methods: [], reference: null };
const bank: TransactionRequest = { paymentMethod: "bank_transfer" };

describe("decideTransaction", () => {
  it("accepts the method alone, or with every value correct", () => {
    expect(decideTransaction(bank, server)).toEqual({ ok: true, method: "bank_transfer", evidence: false });
    const full: TransactionRequest = {
      ...bank,
      buyerId: server.buyer_id,
      sellerId: server.seller_id,
      amount: 4_550,
      collectionDate: DATE,
      referenceNumber: "GS00000001",
    };
    expect(decideTransaction(full, server)).toEqual({ ok: true, method: "bank_transfer", evidence: true });
    expect(decideTransaction({ paymentMethod: "free" }, free)).toEqual({ ok: true, method: "free", evidence: false });
  });

  it("refuses a transaction when any value differs from the server's (A37)", () => {
    const forged: Partial<TransactionRequest>[] = [
      { buyerId: "acc_somebody" },
      { sellerId: "acc_somebody" },
      { amount: 4_549 },
      { amount: 0 },
      { collectionDate: DATE + 86_400_000 },
      { collectionDate: null },
      { referenceNumber: "GS00000002" },
    ];
    for (const forgery of forged) {
      expect(decideTransaction({ ...bank, ...forgery }, server)).toEqual({ ok: false, problem: "values_changed" });
    }
    expect(decideTransaction({ ...bank, referenceNumber: "GS00000001" }, { ...server, reference: null })).toEqual({
      ok: false,
      problem: "values_changed",
    });
    expect(decideTransaction({ paymentMethod: "free", referenceNumber: "GS00000001" }, free).ok).toBe(false);
  });

  it("treats an item as free exactly when its price is 0 (A38)", () => {
    expect(decideTransaction({ paymentMethod: "free" }, server)).toEqual({ ok: false, problem: "not_free" });
    expect(decideTransaction(bank, free)).toEqual({ ok: false, problem: "not_accepted" });
    // Even a method that the seller accepts is refused: there is nothing to pay.
    const gift = { ...free, methods: ["bank_transfer"] as const };
    expect(decideTransaction(bank, gift)).toEqual({ ok: false, problem: "not_accepted" });
  });

  it("needs no bank details for a card payment, and refuses a bank reference with it", () => {
    const card: TransactionFacts = { ...server, methods: ["stripe"], has_bank_details: false };
    expect(decideTransaction({ paymentMethod: "stripe" }, card)).toEqual({
      ok: true,
      method: "stripe",
      evidence: false,
    });
    expect(decideTransaction({ paymentMethod: "stripe", referenceNumber: "GS00000001" }, card)).toEqual({
      ok: false,
      problem: "values_changed",
    });
  });

  it("accepts a coin and a transfer hash with crypto only", () => {
    const crypto: TransactionFacts = { ...server, methods: ["crypto", "bank_transfer"] };
    for (const coin of [{ cryptoCurrency: "eth" }, { cryptoTxHash: "0x1" }]) {
      expect(decideTransaction({ paymentMethod: "crypto", ...coin }, crypto)).toEqual({
        ok: true,
        method: "crypto",
        evidence: false,
      });
      expect(decideTransaction({ ...bank, ...coin }, crypto)).toEqual({ ok: false, problem: "values_changed" });
    }
  });

  it("needs an offered method, payment details and the acknowledgement", () => {
    expect(decideTransaction({ paymentMethod: "stripe" }, server)).toEqual({ ok: false, problem: "not_accepted" });
    expect(decideTransaction(bank, { ...server, has_bank_details: false })).toEqual({
      ok: false,
      problem: "no_bank_details",
    });
    const unticked = { ...server, acknowledged: false };
    expect(decideTransaction(bank, unticked)).toEqual({ ok: false, problem: "not_acknowledged" });
    expect(decideTransaction({ ...bank, acknowledged: true }, unticked).ok).toBe(true);
    expect(decideTransaction({ ...bank, acknowledged: false }, server)).toEqual({
      ok: false,
      problem: "not_acknowledged",
    });
  });
});

describe("sameCollectionDate", () => {
  it("matches an instant or the calendar day at the place of collection", () => {
    // 10 December 1:00 UTC is noon in Melbourne; the day there began at 13:00 UTC on 9 December.
    for (const same of [DATE, DATE - 11 * 3_600_000, "2026-12-10", "2026-12-10T01:00:00Z", "2026-12-09T13:00:00Z"]) {
      expect(sameCollectionDate(same, server), String(same)).toBe(true);
    }
    for (const other of [DATE - 13 * 3_600_000, "2026-12-09", "2026-12-11", "2026-12-10T13:00:00Z", "garbage", null]) {
      expect(sameCollectionDate(other, server), String(other)).toBe(false);
    }
  });

  it("reads a bare day as the day at the place, also west of Greenwich", () => {
    const west = { ...server, collection_zone: "Pacific/Honolulu" };
    expect(sameCollectionDate("2026-12-09", west)).toBe(true);
    expect(sameCollectionDate("2026-12-10", west)).toBe(false);
  });

  it("accepts no date when the item has none", () => {
    expect(sameCollectionDate(null, { ...server, item_names_date: false })).toBe(true);
  });
});

describe("offeredMethods", () => {
  it("returns the methods that the seller accepts and the service supports, and none for a free item", () => {
    expect(offeredMethods(["crypto", "stripe", "bank_transfer"], ["bank_transfer"], 100)).toEqual(["bank_transfer"]);
    expect(offeredMethods(["stripe"], ["bank_transfer"], 100)).toEqual([]);
    expect(offeredMethods(["bank_transfer"], ["bank_transfer"], 0)).toEqual([]);
  });
});

describe("bankReference", () => {
  it("returns GS and the last 8 digits of the timestamp, and another value after every clash (D24, A63)", () => {
    expect(bankReference(1_795_000_012_345, 0, "hld_a")).toBe("GS00012345");
    const tries = Array.from({ length: 100 }, (_, attempt) => bankReference(1_799_999_999_999, attempt, "hld_a"));
    expect(new Set(tries).size).toBe(100);
    for (const reference of tries) expect(reference).toMatch(BANK_REFERENCE);
    // The sequence of "hld_a" has steps of 1,756.
    expect(bankReference(1_795_000_012_345, 2, "hld_a")).toBe("GS00015857");
    for (const other of ["GS1234567", "GS123456789", "xGS12345678", "gs12345678"]) {
      expect(other).not.toMatch(BANK_REFERENCE);
    }
  });

  it("tries different references for two holds that began in the same millisecond", () => {
    const way = (hold: string) => [1, 2, 3].map((attempt) => bankReference(1_795_000_000_000, attempt, hold));
    expect(way("hld_aaaaaaaaaaaa")).not.toEqual(way("hld_aaaaaaaaaaab"));
  });
});

describe("maskedEmail", () => {
  it("keeps the first character and the domain (D7)", () => {
    expect(maskedEmail("jane.doe@example.com")).toBe("j•••@example.com");
    expect(maskedEmail("a@b.example")).toBe("a•••@b.example");
    expect(maskedEmail("nonsense")).toBe("•••");
    expect(maskedEmail("@b.example")).toBe("•••");
    expect(maskedEmail("")).toBe("•••");
  });
});

describe("orderAbilities", () => {
  const now = 1_000_000;
  const facts = {
    paid_at: null,
    collection_date: now + 1,
    collection_ends_at: now + 2,
    card: null,
    handover: null,
    proposals: [],
    amount_cents: 0,
    hold_id: "hld_1",
  } as const;
  const order = { ...facts, payment_method: "bank_transfer", payment_deadline: now + 1 } as const;
  const none = {
    submit_evidence: false,
    cancel: false,
    collect: false,
    confirm_payment: false,
    deny_payment: false,
    pay_card: false,
    hand_over: false,
    open_dispute: false,
    refund: false,
    call_off: false,
    report_missed: false,
    propose_time: false,
    answer_time: false,
    propose_price: false,
    ask_call_off: false,
    answer_change: false,
    withdraw_change: false,
    settle_difference: false,
  };
  /** A paid order whose collection has not begun. */
  const ahead = { ...none, propose_time: true };

  it("lets the buyer pay or cancel before the deadline, but not after it", () => {
    const awaiting = { ...order, status: "awaiting_payment" } as const;
    expect(orderAbilities(awaiting, "buyer", now)).toEqual({ ...none, submit_evidence: true, cancel: true });
    expect(orderAbilities(awaiting, "seller", now)).toEqual(none);
    expect(orderAbilities({ ...awaiting, payment_deadline: now }, "buyer", now)).toEqual(none);
  });

  it("lets only the buyer pay by card before the deadline, and only the seller refund a card payment", () => {
    const awaiting = { ...order, payment_method: "stripe", status: "awaiting_payment" } as const;
    expect(orderAbilities(awaiting, "buyer", now)).toEqual({ ...none, cancel: true, pay_card: true });
    expect(orderAbilities({ ...awaiting, payment_deadline: null }, "buyer", now)).toMatchObject({ pay_card: true });
    expect(orderAbilities({ ...awaiting, payment_deadline: now }, "buyer", now)).toEqual(none);
    expect(orderAbilities(awaiting, "seller", now)).toEqual(none);
    const paid = { ...awaiting, status: "payment_confirmed", paid_at: now, card: { state: "paid" } } as const;
    expect(orderAbilities(paid, "buyer", now)).toEqual({ ...ahead, collect: true, open_dispute: true });
    expect(orderAbilities(paid, "seller", now)).toEqual({ ...ahead, refund: true });
    expect(orderAbilities({ ...paid, status: "disputed" }, "seller", now)).toEqual({ ...none, refund: true });
    for (const status of ["completed", "expired", "cancelled", "refunded"] as const) {
      expect(orderAbilities({ ...paid, status }, "seller", now)).toEqual(none);
    }
  });

  it("lets the seller answer evidence, and settle a dispute by confirming", () => {
    const pending = { ...order, status: "payment_pending_seller_confirmation" } as const;
    expect(orderAbilities(pending, "seller", now)).toEqual({ ...none, confirm_payment: true, deny_payment: true });
    expect(orderAbilities(pending, "buyer", now)).toEqual(none);
    const disputed = { ...order, status: "disputed", payment_deadline: null } as const;
    expect(orderAbilities(disputed, "seller", now)).toEqual({ ...none, confirm_payment: true });
  });

  it("lets only the buyer mark an order as collected, and either side call off a giveaway before collection", () => {
    const paid = { ...facts, payment_method: "free", payment_deadline: null, status: "payment_confirmed" } as const;
    expect(orderAbilities(paid, "buyer", now)).toEqual({ ...ahead, collect: true, open_dispute: true, call_off: true });
    expect(orderAbilities(paid, "seller", now)).toEqual({ ...ahead, call_off: true });
    expect(orderAbilities(paid, "seller", now + 1)).toEqual(none);
    expect(orderAbilities(paid, "seller", now + 2)).toEqual({ ...none, report_missed: true });
    for (const status of ["completed", "expired", "cancelled", "refunded"] as const) {
      expect(orderAbilities({ ...paid, status }, "buyer", now)).toEqual(none);
      expect(orderAbilities({ ...paid, status }, "seller", now)).toEqual(none);
    }
  });

  it("lets the buyer retry a card before the deadline, and the seller refund or hand over once it is paid", () => {
    const card = { ...facts, payment_method: "stripe", payment_deadline: now + 1, status: "awaiting_payment" } as const;
    expect(orderAbilities(card, "buyer", now)).toEqual({ ...none, pay_card: true, cancel: true });
    expect(orderAbilities(card, "buyer", now + 1)).toEqual(none);
    const paid = {
      ...card,
      payment_deadline: null,
      status: "payment_confirmed",
      paid_at: now,
      card: { state: "paid" },
      handover: {},
    } as const;
    expect(orderAbilities(paid, "seller", now)).toEqual({ ...ahead, hand_over: true, refund: true });
    expect(orderAbilities({ ...paid, status: "disputed" }, "seller", now)).toEqual({ ...none, refund: true });
    expect(orderAbilities({ ...paid, card: { state: "refund_due" } }, "seller", now).refund).toBe(false);
  });

  it("lets the buyer report a problem until three days after the collection, or a later payment", () => {
    const paid = { ...facts, payment_method: "free", payment_deadline: null, status: "payment_confirmed" } as const;
    const last = paid.collection_date + 3 * 86_400_000;
    expect(orderAbilities(paid, "buyer", last).open_dispute).toBe(true);
    expect(orderAbilities(paid, "buyer", last + 1).open_dispute).toBe(false);
    expect(orderAbilities({ ...paid, paid_at: last }, "buyer", last + 1).open_dispute).toBe(true);
  });
});

describe("seesBankDetails", () => {
  const bank = { payment_method: "bank_transfer" } as const;

  it("shows the seller's bank details to the buyer until the payment is confirmed (D8)", () => {
    for (const status of ["awaiting_payment", "payment_pending_seller_confirmation"] as const) {
      expect([status, seesBankDetails({ ...bank, status }, "buyer")]).toEqual([status, true]);
      expect([status, seesBankDetails({ ...bank, status }, "seller")]).toEqual([status, false]);
    }
    for (const status of ["payment_confirmed", "disputed", "completed", "cancelled", "expired"] as const) {
      expect([status, seesBankDetails({ ...bank, status }, "buyer")]).toEqual([status, false]);
    }
    for (const payment_method of ["stripe", "crypto", "free", "outside"] as const) {
      expect(seesBankDetails({ payment_method, status: "awaiting_payment" }, "buyer")).toBe(false);
    }
  });
});
