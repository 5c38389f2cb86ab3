/** Changing a deal on the order page: a lower price, a difference that is owed, calling off together (D82). */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { OrderView } from "#contract/orders";
import { OrderChange } from "../../web/features/orders/order-change.tsx";
import { OrderExceptions } from "../../web/features/orders/order-exceptions.tsx";
import { serve, visitor } from "../support/web/api.ts";
import { order } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";

const { abilities } = order();
const paid = (over: Partial<OrderView>) => order({ status: "payment_confirmed", ...over });
const asked = { id: "chg_1", by: "seller", expires_at: Date.UTC(2026, 10, 30), state: "open" } as const;
const price = { ...asked, kind: "price", from: 240, to: 200, reason: "scratch", together: false } as const;

function open(view: OrderView) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "POST /api/orders/ord_1/changes": () => ({ body: view }),
    "POST /api/orders/ord_1/changes/chg_1": () => ({ body: view }),
  });
  renderAt(
    "/MyOrders/ord_1",
    <>
      <OrderChange order={view} />
      <OrderExceptions order={view} />
    </>,
  );
  return (part: string) => waitFor(() => expect(JSON.stringify(calls)).toContain(part));
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

it.each([
  ["buyer of a card order", { payment_method: "stripe" }, /We refund \$40 to your card at once.*your pickup code/],
  ["buyer of a bank order", {}, /Maya R owes you \$40/],
  ["buyer who pays cash", { payment_method: "cash" }, /You pay the new price at pickup/],
] as const)("one tap of the %s agrees to the price", async (_who, over, means) => {
  const sent = open(paid({ ...over, change: price, abilities: { ...abilities, answer_change: true } }));
  expect(screen.getByText(/Maya R proposed \$200 instead of \$240 \(scratch or damage\)/)).toBeTruthy();
  expect(screen.getByText(means)).toBeTruthy();
  await press("Agree to $200");
  await sent("accept");
});

it("the one who proposed may only withdraw", async () => {
  const sent = open(paid({ role: "seller", change: price, abilities: { ...abilities, withdraw_change: true } }));
  expect(screen.queryByRole("button", { name: /Agree/ })).toBeNull();
  expect(screen.getByText(/the buyer's code agrees to it too/)).toBeTruthy();
  await press("Withdraw");
  await sent("withdraw");
});

it("proposes a price below the present one, with its reason", async () => {
  const sent = open(paid({ abilities: { ...abilities, propose_price: true } }));
  await press("Agree on a lower price");
  const input = await screen.findByRole("textbox", { name: /New price/ });
  await userEvent.type(input, "240");
  await press("Propose this price");
  expect(await screen.findByText("Enter less than $240.")).toBeTruthy();
  await userEvent.clear(input);
  await userEvent.type(input, "200");
  await userEvent.click(screen.getByRole("radio", { name: "Missing part" }));
  await press("Propose this price");
  await sent("missing_part");
});

it("asks both for a difference until both have settled it", async () => {
  const difference = { change_id: "chg_1", amount: 40, you: false, them: true };
  const sent = open(paid({ status: "completed", difference, abilities: { ...abilities, settle_difference: true } }));
  expect(screen.getByText(/Maya R owes you \$40 from the new price. Maya R says it's settled/)).toBeTruthy();
  await press("It's settled");
  await sent("settled");
});

it("lets the seller say whether the item goes back on sale when both call it off", async () => {
  const change = { ...asked, by: "buyer", kind: "call_off", relist: null } as const;
  const sent = open(paid({ role: "seller", change, abilities: { ...abilities, answer_change: true } }));
  await press("Agree to call it off");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Put the item back on sale" }));
  await press("Call it off");
  await sent("relist");
});
