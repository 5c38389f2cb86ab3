import { describe, expect, it } from "vitest";
import { DAY_MS } from "#domain/deadlines";
import {
  applyRefundStep,
  closeDirectRefund,
  type DirectRefund,
  type DirectRefundStatus,
  dueAction,
  isDirectRefundOpen,
  nextParty,
  openDirectRefund,
  refundActionsOf,
} from "#domain/orders/direct-refund";

const NOW = 1_000_000;
const ACCOUNT = { account_name: "Billie Buyer", bsb: "062-000", account_number: "12345678" };
const opened = openDirectRefund(
  { order_id: "ord_1", buyer_id: "buyer", seller_id: "seller", amount_cents: 6_000 },
  NOW,
);

function step(before: DirectRefund, userId: string, action: "sent" | "arrived" | "not_yet", now = NOW): DirectRefund {
  const next = applyRefundStep(before, userId, { action }, now);
  if (next === null) throw new Error(`${userId} may not say ${action}`);
  return next;
}
const give = (before: DirectRefund, userId = "buyer", now = NOW) =>
  applyRefundStep(before, userId, { action: "give_account", account: ACCOUNT }, now);
const owed = give(opened) as DirectRefund;
const sent = step(owed, "seller", "sent");

describe("refund from seller to buyer", () => {
  it("goes from account_needed to owed, sent and settled", () => {
    expect(opened).toMatchObject({ status: "account_needed", account: null, due_at: NOW + 7 * DAY_MS, rev: 1 });
    expect(owed).toMatchObject({ status: "owed", account: ACCOUNT, rev: 2 });
    expect(sent).toMatchObject({ status: "sent", sent_at: NOW, rev: 3 });
    expect(step(sent, "buyer", "arrived", NOW + 5)).toMatchObject({
      status: "settled",
      settled_at: NOW + 5,
      next_at: null,
    });
  });

  it("returns to the seller with seven more days when the money has not arrived", () => {
    expect(step(sent, "buyer", "not_yet", NOW + DAY_MS)).toMatchObject({ status: "owed", due_at: NOW + 8 * DAY_MS });
  });

  it("lets each side take only its current steps", () => {
    const all = ["give_account", "sent", "arrived", "not_yet"] as const;
    const states: Record<DirectRefundStatus, DirectRefund> = {
      account_needed: opened,
      unclaimed: { ...opened, status: "unclaimed" },
      owed,
      sent,
      settled: { ...sent, status: "settled" },
    };
    for (const [status, row] of Object.entries(states) as [DirectRefundStatus, DirectRefund][]) {
      for (const role of ["buyer", "seller"] as const) {
        for (const action of all) {
          const step = action === "give_account" ? { action, account: ACCOUNT } : { action };
          const may = refundActionsOf(status, role).includes(action);
          expect(applyRefundStep(row, role, step, NOW) !== null, `${role} ${action} ${status}`).toBe(may);
          expect(applyRefundStep(row, "stranger", step, NOW)).toBeNull();
        }
      }
    }
    expect(refundActionsOf("owed", "seller")).toEqual(["sent"]);
    expect(refundActionsOf("sent", "seller")).toEqual([]);
  });

  it("keeps the bank account only while the refund is open", () => {
    expect((["account_needed", "owed", "sent", "settled", "unclaimed"] as const).filter(isDirectRefundOpen)).toEqual([
      "account_needed",
      "owed",
      "sent",
    ]);
    expect(sent.account).toEqual(ACCOUNT);
    expect(step(sent, "buyer", "arrived").account).toBeNull();
    expect(closeDirectRefund(owed, NOW)?.account).toBeNull();
    expect([opened, owed, sent, { ...sent, status: "settled" as const }].map(nextParty)).toEqual([
      "buyer",
      "seller",
      "buyer",
      null,
    ]);
  });
});

describe("deadlines of a refund", () => {
  it("remind once, two days before the deadline", () => {
    expect(dueAction(owed, NOW + 5 * DAY_MS - 1)).toBeNull();
    const reminded = dueAction(owed, NOW + 5 * DAY_MS);
    expect(reminded).toMatchObject({ what: "reminder", next: { status: "owed", next_at: NOW + 7 * DAY_MS, rev: 3 } });
    expect(dueAction((reminded as { next: DirectRefund }).next, NOW + 6 * DAY_MS)).toBeNull();
  });

  it("close it unclaimed without a bank account, and settle it when the buyer raised no objection", () => {
    const at = NOW + 7 * DAY_MS;
    expect(dueAction(opened, at)).toMatchObject({ what: "unclaimed", next: { status: "unclaimed", next_at: null } });
    expect(dueAction(sent, at)).toMatchObject({ what: "settled", next: { status: "settled", settled_at: at } });
    expect(give({ ...opened, status: "unclaimed" }, "buyer", at)).toMatchObject({ status: "owed" });
  });

  it("go on reminding a late seller every week", () => {
    const late = NOW + 8 * DAY_MS;
    expect(dueAction(owed, late)).toMatchObject({
      what: "reminder",
      next: { status: "owed", due_at: NOW + 7 * DAY_MS, next_at: late + 7 * DAY_MS },
    });
  });
});

it("closeDirectRefund lets staff settle an open refund once", () => {
  expect(closeDirectRefund(owed, NOW)).toMatchObject({ status: "settled", settled_at: NOW });
  expect(closeDirectRefund({ ...owed, status: "settled" }, NOW)).toBeNull();
});
