import { describe, expect, it } from "vitest";
import { BANK_REFERENCE, bankReference } from "#domain/bank-reference";
import {
  decideTransaction,
  offeredMethods,
  type SentTransaction,
  type ServerValues,
  sameCollectionDate,
} from "#domain/checkout";
import { maskedEmail } from "#domain/masked-email";
import { orderAbilities, seesBankDetails } from "#domain/order-abilities";

const DATE = Date.UTC(2026, 11, 10, 1);
const server: ServerValues = {
  buyer_id: "acc_buyer000",
  seller_id: "acc_seller00",
  amount_cents: 4_550,
  collection_date: DATE,
  collection_zone: "Australia/Melbourne",
  item_names_date: true,
  methods: ["bank_transfer"],
  too_late: [],
  acknowledged: true,
  reference: "GS00000001",
  has_bank_details: true,
};
const free: ServerValues = { ...server, amount_cents: 0, methods: [], reference: null };
const bank: SentTransaction = { paymentMethod: "bank_transfer" };

describe("a sent transaction", () => {
  it("passes with the method alone, and with every value right", () => {
    expect(decideTransaction(bank, server)).toEqual({ ok: true, method: "bank_transfer", evidence: false });
    const full: SentTransaction = {
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

  it("is refused for any one value that is not the server's", () => {
    const forged: Partial<SentTransaction>[] = [
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

  it("is free exactly when the price is 0", () => {
    expect(decideTransaction({ paymentMethod: "free" }, server)).toEqual({ ok: false, problem: "not_free" });
    expect(decideTransaction(bank, free)).toEqual({ ok: false, problem: "not_accepted" });
    // Not even by a method its seller takes: there is nothing to pay.
    const gift = { ...free, methods: ["bank_transfer"] as const };
    expect(decideTransaction(bank, gift)).toEqual({ ok: false, problem: "not_accepted" });
  });

  it("by card needs no bank details, and a bank reference is no part of it", () => {
    const card: ServerValues = { ...server, methods: ["stripe"], has_bank_details: false };
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

  it("names a coin and its transfer with crypto, and with nothing else", () => {
    const crypto: ServerValues = { ...server, methods: ["crypto", "bank_transfer"] };
    for (const coin of [{ cryptoCurrency: "eth" }, { cryptoTxHash: "0x1" }]) {
      expect(decideTransaction({ paymentMethod: "crypto", ...coin }, crypto)).toEqual({
        ok: true,
        method: "crypto",
        evidence: false,
      });
      expect(decideTransaction({ ...bank, ...coin }, crypto)).toEqual({ ok: false, problem: "values_changed" });
    }
  });

  it("needs a method on offer, details to pay to, and the acknowledgement", () => {
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

describe("a sent collection date", () => {
  it("matches as instant or as the calendar day at the place of collection", () => {
    // 10 December 1:00 UTC is noon in Melbourne; the day there began at 13:00 UTC the day before.
    for (const same of [DATE, DATE - 11 * 3_600_000, "2026-12-10", "2026-12-10T01:00:00Z", "2026-12-09T13:00:00Z"]) {
      expect(sameCollectionDate(same, server), String(same)).toBe(true);
    }
    for (const other of [DATE - 13 * 3_600_000, "2026-12-09", "2026-12-11", "2026-12-10T13:00:00Z", "garbage", null]) {
      expect(sameCollectionDate(other, server), String(other)).toBe(false);
    }
  });

  it("as a bare day is the day there, even where that day begins after Greenwich's", () => {
    const west = { ...server, collection_zone: "Pacific/Honolulu" };
    expect(sameCollectionDate("2026-12-09", west)).toBe(true);
    expect(sameCollectionDate("2026-12-10", west)).toBe(false);
  });

  it("may be left open where the item names no date", () => {
    expect(sameCollectionDate(null, { ...server, item_names_date: false })).toBe(true);
  });
});

describe("offered methods", () => {
  it("are those the seller accepts and the service can carry out; none for a gift", () => {
    expect(offeredMethods(["crypto", "stripe", "bank_transfer"], ["bank_transfer"], 100)).toEqual(["bank_transfer"]);
    expect(offeredMethods(["stripe"], ["bank_transfer"], 100)).toEqual([]);
    expect(offeredMethods(["bank_transfer"], ["bank_transfer"], 0)).toEqual([]);
  });
});

describe("bank reference", () => {
  it("is GS and the last 8 digits of the timestamp, and another after every clash", () => {
    expect(bankReference(1_795_000_012_345, 0, "hld_a")).toBe("GS00012345");
    const tries = Array.from({ length: 100 }, (_, attempt) => bankReference(1_799_999_999_999, attempt, "hld_a"));
    expect(new Set(tries).size).toBe(100);
    for (const reference of tries) expect(reference).toMatch(BANK_REFERENCE);
    // The way of "hld_a" has steps of 1,756.
    expect(bankReference(1_795_000_012_345, 2, "hld_a")).toBe("GS00015857");
    for (const other of ["GS1234567", "GS123456789", "xGS12345678", "gs12345678"]) {
      expect(other).not.toMatch(BANK_REFERENCE);
    }
  });

  it("sends two holds of one millisecond along different ways", () => {
    const way = (hold: string) => [1, 2, 3].map((attempt) => bankReference(1_795_000_000_000, attempt, hold));
    expect(way("hld_aaaaaaaaaaaa")).not.toEqual(way("hld_aaaaaaaaaaab"));
  });
});

describe("masked e-mail", () => {
  it("keeps the first character and the domain", () => {
    expect(maskedEmail("jane.doe@example.com")).toBe("j•••@example.com");
    expect(maskedEmail("a@b.example")).toBe("a•••@b.example");
    expect(maskedEmail("nonsense")).toBe("•••");
    expect(maskedEmail("@b.example")).toBe("•••");
    expect(maskedEmail("")).toBe("•••");
  });
});

describe("abilities", () => {
  const now = 1_000_000;
  const facts = { paid_at: null, collection_date: now + 1, card: null, handover: null } as const;
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
  };

  it("let the buyer pay or step back in time, and nobody afterwards", () => {
    const awaiting = { ...order, status: "awaiting_payment" } as const;
    expect(orderAbilities(awaiting, "buyer", now)).toEqual({ ...none, submit_evidence: true, cancel: true });
    expect(orderAbilities(awaiting, "seller", now)).toEqual(none);
    expect(orderAbilities({ ...awaiting, payment_deadline: now }, "buyer", now)).toEqual(none);
  });

  it("let the buyer alone pay by card, while it is awaited and in time, and the seller alone give a card's money back", () => {
    const awaiting = { ...order, payment_method: "stripe", status: "awaiting_payment" } as const;
    expect(orderAbilities(awaiting, "buyer", now)).toEqual({ ...none, cancel: true, pay_card: true });
    expect(orderAbilities({ ...awaiting, payment_deadline: null }, "buyer", now)).toMatchObject({ pay_card: true });
    expect(orderAbilities({ ...awaiting, payment_deadline: now }, "buyer", now)).toEqual(none);
    expect(orderAbilities(awaiting, "seller", now)).toEqual(none);
    const paid = { ...awaiting, status: "payment_confirmed", paid_at: now, card: { state: "paid" } } as const;
    expect(orderAbilities(paid, "buyer", now)).toEqual({ ...none, collect: true, open_dispute: true });
    expect(orderAbilities(paid, "seller", now)).toEqual({ ...none, refund: true });
    expect(orderAbilities({ ...paid, status: "disputed" }, "seller", now)).toEqual({ ...none, refund: true });
    for (const status of ["completed", "expired", "cancelled", "refunded"] as const) {
      expect(orderAbilities({ ...paid, status }, "seller", now)).toEqual(none);
    }
  });

  it("let the seller answer evidence, and settle a dispute by confirming", () => {
    const pending = { ...order, status: "payment_pending_seller_confirmation" } as const;
    expect(orderAbilities(pending, "seller", now)).toEqual({ ...none, confirm_payment: true, deny_payment: true });
    expect(orderAbilities(pending, "buyer", now)).toEqual(none);
    const disputed = { ...order, status: "disputed", payment_deadline: null } as const;
    expect(orderAbilities(disputed, "seller", now)).toEqual({ ...none, confirm_payment: true });
  });

  it("let only the buyer say collected, and either side call a giveaway off before its collection", () => {
    const paid = { ...facts, payment_method: "free", payment_deadline: null, status: "payment_confirmed" } as const;
    expect(orderAbilities(paid, "buyer", now)).toEqual({ ...none, collect: true, open_dispute: true, call_off: true });
    expect(orderAbilities(paid, "seller", now)).toEqual({ ...none, call_off: true });
    expect(orderAbilities(paid, "seller", now + 1)).toEqual({ ...none, report_missed: true });
    for (const status of ["completed", "expired", "cancelled", "refunded"] as const) {
      expect(orderAbilities({ ...paid, status }, "buyer", now)).toEqual(none);
      expect(orderAbilities({ ...paid, status }, "seller", now)).toEqual(none);
    }
  });

  it("let the buyer try a card in time, and the seller give the money back or hand over once it is in", () => {
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
    expect(orderAbilities(paid, "seller", now)).toEqual({ ...none, hand_over: true, refund: true });
    expect(orderAbilities({ ...paid, status: "disputed" }, "seller", now)).toEqual({ ...none, refund: true });
    expect(orderAbilities({ ...paid, card: { state: "refund_due" } }, "seller", now).refund).toBe(false);
  });

  it("let the buyer report a problem until three days after the collection, and no longer", () => {
    const paid = { ...facts, payment_method: "free", payment_deadline: null, status: "payment_confirmed" } as const;
    const last = paid.collection_date + 3 * 86_400_000;
    expect(orderAbilities(paid, "buyer", last).open_dispute).toBe(true);
    expect(orderAbilities(paid, "buyer", last + 1).open_dispute).toBe(false);
  });
});

describe("the seller's account with an order", () => {
  const bank = { payment_method: "bank_transfer" } as const;

  it("is its buyer's to read until the payment is confirmed, also once it is said to be sent (D8, PRV-3)", () => {
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
