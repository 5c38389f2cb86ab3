import { describe, expect, it } from "vitest";
import type { Order, OrderEvent } from "#domain/orders/order";
import { orderEmails } from "#domain/orders/order-emails";

const reported = { rev: 3, kind: "dispute_opened", at: 7 } as OrderEvent;
const order = (payment_method: Order["payment_method"]) =>
  ({
    id: "ord_1",
    item_title: "Oak table",
    amount_cents: payment_method === "free" ? 0 : 45_00,
    buyer_id: "acc_buyer",
    seller_id: "acc_seller",
    payment_method,
    collection_date: null,
    collection_zone: "Australia/Sydney",
    events: [reported],
  }) as unknown as Order;
const texts = (method: Order["payment_method"]) => orderEmails(order(method), reported, "").map(({ text }) => text);

describe("emails about a reported problem", () => {
  it("go to both sides and do not mention money when none is involved", () => {
    const [buyer, seller] = texts("free");
    expect(buyer).toContain("You reported a problem with “Oak table”. Our team will look into it.");
    expect(seller).toContain("The buyer of “Oak table” has reported a problem. Our team will look into it.");
  });

  it("say that the money is held only when Goodstreet holds it", () => {
    expect(texts("stripe")[1]).toContain("We'll hold the money until then.");
    expect(texts("bank_transfer")[1]).toContain("The money stays where it is until then.");
    for (const method of ["stripe", "bank_transfer", "crypto"] as const) {
      expect(texts(method)[0]).toContain("The money stays where it is until then.");
    }
  });
});

describe("emails about an order undone by staff", () => {
  const undone = (method: Order["payment_method"], paid_at: number | null = 5, offSale = false) => {
    const event = { rev: 4, kind: "refunded", at: 7, actor_id: "acc_staff", note: "It was broken." } as OrderEvent;
    return orderEmails({ ...order(method), paid_at, events: [event] }, event, "", offSale);
  };

  it("tell only the seller that the item is off sale and how to list it again", () => {
    const line = "Your item isn't for sale now. To sell it again, activate it in My Items.";
    for (const method of ["stripe", "bank_transfer"] as const) {
      const [buyer, seller] = undone(method, 5, true).map(({ text }) => text);
      expect(seller).toContain(line);
      expect(buyer).not.toContain("isn't for sale");
      for (const { text } of undone(method)) expect(text).not.toContain("isn't for sale");
    }
  });

  it("say who returns money that did not pass through Goodstreet, and claim no refund", () => {
    const [buyer, seller] = undone("bank_transfer");
    expect(buyer?.subject).toBe("Order cancelled by our team: Oak table");
    expect(buyer?.text).toContain("The seller must refund you $45.");
    expect(seller?.text).toContain("Please refund the buyer $45.");
    expect(seller?.text).toContain("Our team's note: It was broken.");
    expect(undone("crypto", null)[1]?.text).toContain("If the $45 has arrived or arrives later");
  });

  it("say that a card payment is refunded, and do not mention money for a free item", () => {
    expect(undone("stripe")[0]).toMatchObject({
      subject: "Order refunded: Oak table",
      text: expect.stringContaining("$45 goes back to your card"),
    });
    for (const { text } of undone("free")) expect(text).not.toMatch(/back|\$/);
  });
});

describe("emails about a payment the seller has not received", () => {
  const denied = (method: Order["payment_method"]) => {
    const event = { rev: 4, kind: "payment_denied", at: 7 } as OrderEvent;
    const open = { ...order(method), payment_deadline: 1_795_000_000_000, events: [event] };
    return orderEmails(open, event, "")[0]?.text ?? "";
  };

  it("name a transfer or a crypto transaction, as it was paid", () => {
    expect(denied("bank_transfer")).toContain("Please check your transfer and let us know again");
    expect(denied("crypto")).toContain("Please check your transaction and send us its hash again");
    expect(denied("crypto")).not.toContain("transfer");
  });
});

describe("emails about a confirmed payment", () => {
  const HOUR = 3_600_000;
  const confirmed = (before: number) => {
    const event = { rev: 2, kind: "payment_confirmed", at: 1_795_000_000_000 - before } as OrderEvent;
    const placed = { ...order("bank_transfer"), collection_date: 1_795_000_000_000, events: [event] };
    return orderEmails(placed, event, "").map(({ text }) => text);
  };

  it("say when the address appears", () => {
    const [buyer, seller] = confirmed(24 * HOUR + 1);
    expect(buyer).toContain("The pickup address appears on your order page 24 hours before.");
    expect(seller).toContain("The buyer can see the pickup address 24 hours before.");
  });

  it("say that the address is already visible in the last 24 hours", () => {
    const [buyer, seller] = confirmed(24 * HOUR);
    expect(buyer).toContain("The pickup address is on your order page.");
    expect(seller).toContain("The buyer can see the pickup address now.");
    expect([buyer, seller].join()).not.toContain("24 hours");
  });
});

describe("emails about a reversed payment", () => {
  const sent = (kind: OrderEvent["kind"], more: Partial<Order> = {}) => {
    const event = { rev: 4, kind, at: 7, actor_id: null } as OrderEvent;
    const paid = { collection_date: 9_000_000, completed_at: null, status: "disputed", events: [event], ...more };
    const [buyer, seller] = orderEmails({ ...order("stripe"), ...paid } as Order, event, "");
    return { buyer: buyer?.text ?? "", seller: seller?.text ?? "" };
  };

  it("tell both sides what happened, what to do now and when they hear more", () => {
    const { buyer, seller } = sent("chargeback_opened");
    expect(buyer).toContain("Your bank has taken back your payment of $45");
    expect(buyer).toContain("Pickup is paused");
    expect(seller).toContain("Please don't hand the item over");
    for (const text of [buyer, seller]) expect(text).toContain("within 3 months");
    expect(sent("chargeback_opened", { completed_at: 5 }).seller).not.toContain("hand the item over");
  });

  it("tell both sides the bank's decision and what follows for item and money", () => {
    expect(sent("chargeback_won", { status: "payment_confirmed" }).buyer).toContain("Pickup goes ahead as before on");
    expect(sent("chargeback_won", { status: "completed" }).seller).toContain("payout goes ahead");
    expect(sent("chargeback_lost").seller).toContain("You can list it again");
    expect(sent("chargeback_lost", { completed_at: 5 }).seller).not.toContain("list it again");
    expect(sent("chargeback_lost", { card: { intent_id: "pi_1", state: "refund_due" } }).buyer).toContain(
      "The rest is on its way",
    );
    for (const text of Object.values(sent("refund_found"))) expect(text).toContain("outside Goodstreet");
  });
});

describe("emails about a payment denied too late to pay again", () => {
  it("are one for each side and say that the order has ended", () => {
    const events = [
      { rev: 4, kind: "payment_denied", at: 7 },
      { rev: 5, kind: "expired", at: 7 },
    ] as OrderEvent[];
    const denied = { ...order("bank_transfer"), events };
    const mails = events.flatMap((event) => orderEmails(denied, event, ""));
    expect(mails.map(({ subject }) => subject)).toEqual(["Order ended: Oak table", "Order ended: Oak table"]);
    expect(mails[0]?.text).toContain("there's no time left to pay again before pickup");
  });
});

describe("times in emails", () => {
  const at = Date.UTC(2026, 10, 24, 17, 37);
  const mailsOf = (kind: OrderEvent["kind"], fields: Partial<Order>) => {
    const event = { rev: 1, kind, at: 5 } as OrderEvent;
    return orderEmails(
      { ...order("bank_transfer"), collection_zone: "Australia/Hobart", ...fields, events: [event] },
      event,
      "",
    );
  };

  it("are local to the place of collection, which is named", () => {
    const [placed] = mailsOf("placed", { payment_deadline: at });
    expect(placed?.text).toContain("Please pay by Wednesday, 25 November 2026 at 4:37 am (Hobart time)");
    const [paid] = mailsOf("payment_confirmed", { collection_date: at });
    expect(paid?.text).toContain("Pickup is on Wednesday, 25 November 2026 at 4:37 am (Hobart time).");
  });

  it("are in Sydney time when the time zone of the place is unknown", () => {
    const [placed] = mailsOf("placed", { payment_deadline: at, collection_zone: "Mars/Olympus" });
    expect(placed?.text).toContain("4:37 am (Sydney time)");
  });
});
