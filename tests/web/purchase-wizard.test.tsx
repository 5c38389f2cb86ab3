import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { PaymentMethod } from "#contract/items";
import { PurchaseWizard } from "../../web/features/checkout/cart/purchase-wizard.tsx";

const DAY = 86_400_000;
const LATER = "Address will be revealed 24 hours before collection date";
const WITH_PAYMENT = "Address will be revealed once your payment is confirmed";

/** Renders a purchase of items with these times until collection. */
function show(waits: readonly number[], amount = 40, too_late: PaymentMethod[] = []) {
  const lines = waits.map((wait, index) => ({
    item_id: `itm_${index}`,
    title: `Thing ${index}`,
    charged: amount / waits.length,
    collection_date: Date.now() + wait,
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
  }));
  const offer = {
    title: "Buy items",
    lines,
    amount,
    methods: ["stripe" as const],
    too_late,
    until: null,
    of: { kind: "cart" as const, itemIds: [] },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PurchaseWizard
          offer={offer}
          back={{ to: "/Cart", label: "Back" }}
          refresh={() => Promise.resolve()}
          onGone={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe("the note about the collection addresses of several items", () => {
  it("is shown once, as 24 hours before, while that is in the future for all items", () => {
    show([DAY + 60_000, 3 * DAY]);
    expect(screen.getAllByText(LATER)).toHaveLength(1);
    expect(screen.getByRole("checkbox", { name: /the address is revealed 24 hours before and that/ })).toBeDefined();
  });

  it("names the payment when all are collected within 24 hours, and completion when all are free", () => {
    show([DAY - 60_000, 60_000]);
    expect(screen.getAllByText(WITH_PAYMENT)).toHaveLength(1);
    expect(screen.queryByText(/24 hours/)).toBeNull();
    show([60_000], 0);
    expect(screen.getByText("Address will be revealed once you complete the purchase")).toBeDefined();
  });

  it("is shown per item when the items differ", () => {
    show([DAY - 60_000, DAY + 60_000]);
    const [soon, later] = screen.getAllByRole("listitem").filter((line) => line.textContent.includes("Thing"));
    expect(soon?.textContent).toContain(WITH_PAYMENT);
    expect(later?.textContent).toContain(LATER);
    expect(screen.getByRole("checkbox", { name: /each address is revealed at the time shown above/ })).toBeDefined();
  });
});

describe("a payment method too slow to finish before the first collection", () => {
  it("is not offered, and a line says why", () => {
    show([20 * 3_600_000], 40, ["bank_transfer"]);
    fireEvent.click(screen.getByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.queryByRole("radio", { name: /Bank transfer/ })).toBeNull();
    expect(screen.getByText("Bank transfer needs at least a day before pickup.")).toBeDefined();
  });
});
