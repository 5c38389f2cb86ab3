import { describe, expect, it } from "vitest";
import { orderStatement, topupStatement } from "#domain/payments/card-statement";

const order = (id: string, item_title: string) => ({ id, item_title });

describe("orderStatement", () => {
  it("names the first order and every item", () => {
    expect(orderStatement("Goodstreet", [order("ord_w8c3zx4j5w", "Lamp"), order("ord_aaaaaaaaaa", "Chair")])).toEqual({
      description: "Goodstreet order W8C3-ZX4J: Lamp, Chair",
      statement_descriptor_suffix: "W8C3-ZX4J",
    });
  });

  it("is cut where the titles are long, and leaves ten characters of the statement to the operator's name", () => {
    const { description, statement_descriptor_suffix: suffix } = orderStatement("Goodstreet", [
      order("ord_w8c3zx4j5w", "x".repeat(300)),
    ]);
    expect(description).toHaveLength(200);
    for (const text of [suffix, topupStatement("Goodstreet").statement_descriptor_suffix]) {
      expect("Goodstreet* ".length + text.length).toBeLessThanOrEqual(22);
      expect(text).toMatch(/^[A-Z0-9 -]+$/);
    }
  });
});
