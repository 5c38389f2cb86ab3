/** A checkout of one item for the tests: its view, its calls with their usual replies, and the dialog. */
import { screen } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import type { CheckoutView } from "#contract/checkout";
import CheckoutDialog, { type Buying } from "../../../web/features/checkout/checkout-dialog.tsx";
import { person, type serve } from "./api.ts";
import { renderAt } from "./render.tsx";

/** The only collection time of an item: it has no windows. */
export const timeAt = (from: number) => ({
  collection_date: from,
  collection_ends_at: from + 1_800_000,
  collection_times: [{ from, until: from + 1_800_000 }],
});

export function checkoutView(over: Partial<CheckoutView> = {}): CheckoutView {
  const now = Date.now();
  return {
    item_id: "itm_aaaaaaaaaaaaaaaaaaaa",
    hold_id: "hld_aaaaaaaaaaaaaaaaaaaa",
    title: "Reid city bike",
    image_url: null,
    seller_id: "acc_ssssssssssssssssssss",
    seller_name: "Maya R",
    seller_is_new: false,
    amount: 240,
    listed: 240,
    discount: null,
    methods: ["bank_transfer"],
    too_late: [],
    cash_problem: null,
    pay_by: { bank_transfer: now + 3 * 86_400_000, stripe: now + 1_800_000, crypto: now + 7_200_000 },
    no_bank_details: null,
    last_method: null,
    coins: [],
    is_free: false,
    ...timeAt(over.collection_date ?? 1_795_000_000_000),
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
    centre: null,
    acknowledged: false,
    held_since: now,
    reserved_until: now + 600_000,
    server_now: now,
    ...over,
  };
}

/** Replies of a held item, for `serve`. */
export function itemReplies(over: Partial<CheckoutView> & { item_id: string }): Parameters<typeof serve>[0] {
  let acknowledged = false;
  const view = () => checkoutView({ acknowledged, ...over });
  return {
    "GET /api/auth/session": () => ({ body: person() }),
    "POST /api/rpc/reserve_item": () => ({ body: { reserved: true, checkout: view() } }),
    [`GET /api/items/${over.item_id}/checkout`]: () => ({ body: view() }),
    [`POST /api/items/${over.item_id}/checkout/acknowledgement`]: () => {
      acknowledged = true;
      return { body: view() };
    },
    [`DELETE /api/items/${over.item_id}/reservation`]: () => ({ body: { released: true } }),
  };
}

export function showCheckout(buying: Buying, onClose: () => void = () => undefined) {
  return renderAt("/", <CheckoutDialog {...buying} open onClose={onClose} />);
}

export const button = (name: string | RegExp) => screen.findByRole("button", { name });

/** Goes from the pickup to the choice of the method. */
export async function toMethods(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("checkbox"));
  await user.click(await button("Next"));
  await screen.findByRole("heading", { name: "Payment Method" });
}

/** Goes from the pickup to the chosen method's own step. */
export async function toDetails(user: ReturnType<typeof userEvent.setup>, method: RegExp, heading: string) {
  await toMethods(user);
  await user.click(await screen.findByRole("radio", { name: method }));
  await user.click(await button("Next"));
  await screen.findByRole("heading", { name: heading });
}

/** Goes from the pickup to the confirmation of a bank transfer. */
export async function toTransferConfirmation(user: ReturnType<typeof userEvent.setup>) {
  await toDetails(user, /Bank transfer/, "Bank Transfer");
  await user.click(await button("Next"));
  await screen.findByRole("heading", { name: "Confirmation" });
}

/** Goes from the pickup to the confirmation of a payment with the emulator's good card. */
export async function toCardConfirmation(user: ReturnType<typeof userEvent.setup>) {
  await toDetails(user, /Card/, "Card Details");
  await user.click(await button(/4242 4242 4242 4242/));
  await user.click(await button("Next"));
  await screen.findByRole("heading", { name: "Confirmation" });
}

/** Bank details as the holder of an item, a cart or a bundle is shown them. */
export const paymentDetails = () => ({
  method: "bank_transfer",
  bank_details: { account_name: "Maya R", bsb: "062-000", account_number: "12345678" },
  available_from: null,
  reference_number: "GS12345678",
  amount: 240,
  server_now: Date.now(),
});
