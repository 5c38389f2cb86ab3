import { describe, expect, it } from "vitest";
import type { Order, OrderEvent } from "#domain/order";
import { orderMails } from "../../durable/item-room/order-mails.ts";

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
const texts = (method: Order["payment_method"]) => orderMails(order(method), reported, "").map(({ text }) => text);

describe("a reported problem", () => {
  it("is told to both without a word of money where none is involved", () => {
    const [buyer, seller] = texts("free");
    expect(buyer).toContain('You told us about a problem with "Oak table". Our team will look into it.');
    expect(seller).toContain('The buyer of "Oak table" has reported a problem. Our team will look into it.');
  });

  it("says that the money is held only where it is ours to hold", () => {
    expect(texts("stripe")[1]).toContain("the money is held until then.");
    expect(texts("bank_transfer")[1]).toContain("the money stays where it is until then.");
    for (const method of ["stripe", "bank_transfer", "crypto"] as const) {
      expect(texts(method)[0]).toContain("the money stays where it is until then.");
    }
  });
});
