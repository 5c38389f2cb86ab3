/** Every write either moves money and takes an idempotency key (D17), or has a row in routes.tsv that says why it needs none. */
import { describe, expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { WRITES_WITHOUT_KEY } from "../support/access-table.ts";
import { PAYMENT_WRITES } from "../support/workerd/money-calls.ts";

describe("the app's write routes", () => {
  it("are either money calls tested here, or listed as needing no key (D1)", () => {
    const writes = new Set(
      app.routes
        .filter((route) => ["POST", "PUT", "PATCH", "DELETE"].includes(route.method) && !route.path.includes("*"))
        .map((route) => `${route.method} ${route.path}`),
    );
    const money = new Set(PAYMENT_WRITES.map((call) => call.route));
    expect(
      [...writes].filter((route) => !money.has(route) && !WRITES_WITHOUT_KEY.has(route)),
      "unclassified",
    ).toEqual([]);
    expect(
      [...money, ...WRITES_WITHOUT_KEY].filter((route) => !writes.has(route)),
      "listed, but removed",
    ).toEqual([]);
    expect(
      [...money].filter((route) => WRITES_WITHOUT_KEY.has(route)),
      "in both lists",
    ).toEqual([]);
  });
});
