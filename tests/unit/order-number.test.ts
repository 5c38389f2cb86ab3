import { describe, expect, it } from "vitest";
import { orderIdStart, orderNumber } from "#domain/orders/order-number";

const ID = "ord_w8c3zx4j5wyvx5fy4qzf";

describe("orderNumber", () => {
  it("is the beginning of the id in two groups", () => {
    expect(orderNumber(ID)).toBe("W8C3-ZX4J");
  });
});

describe("orderIdStart", () => {
  it.each(["W8C3-ZX4J", "w8c3 zx4j", " #w8c3zx4j ", "ord_w8c3zx4j"])("finds the order number in %j", (typed) => {
    expect(orderIdStart(typed)).toBe("ord_w8c3zx4j");
  });

  it("keeps a whole id", () => {
    expect(orderIdStart(ID)).toBe(ID);
  });

  it.each(["", "W8C3", "W8C3-ZX4!", "a bike for sale"])("refuses %j", (typed) => {
    expect(orderIdStart(typed)).toBeNull();
  });
});
