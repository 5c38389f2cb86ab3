import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { itemOffer } from "../../web/features/checkout/offer.ts";
import { BankStep } from "../../web/features/checkout/steps/bank-step.tsx";
import { SafetyTip } from "../../web/features/safety/index.ts";
import { checkoutView } from "../support/web/checkout.tsx";

beforeEach(() => localStorage.clear());

const tip = (kind: "pickup" | "cash") => render(<SafetyTip kind={kind}>Meet in daylight.</SafetyTip>);

describe("SafetyTip", () => {
  it("stays away once it was dismissed on this device, and leaves other kinds alone", async () => {
    const first = tip("pickup");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss this tip" }));
    expect(screen.queryByText("Meet in daylight.")).toBeNull();
    first.unmount();
    tip("pickup").unmount();
    expect(screen.queryByText("Meet in daylight.")).toBeNull();
    tip("cash");
    expect(screen.getByText("Meet in daylight.")).toBeDefined();
  });

  it("is shown and can be dismissed without storage, or with something else in it", async () => {
    localStorage.setItem("goodstreet-tips", '{"no":"list"}');
    tip("pickup").unmount();
    const blocked = () => {
      throw new Error("blocked");
    };
    const spies = (["getItem", "setItem"] as const).map((name) =>
      vi.spyOn(Storage.prototype, name).mockImplementation(blocked),
    );
    tip("pickup");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss this tip" }));
    expect(screen.queryByText("Meet in daylight.")).toBeNull();
    for (const spy of spies) spy.mockRestore();
  });
});

describe("the bank step of a checkout", () => {
  const offer = (seller_is_new: boolean) =>
    itemOffer(checkoutView({ seller_is_new, methods: ["bank_transfer", "cash"] }));
  const details = { account_name: "Maya R", bsb: "062-000", account_number: "12345678" };
  const bank = { details, available_from: null, reference: "GS12345678" };

  it("advises care with a transfer to a new seller, and to no other", () => {
    render(<BankStep offer={offer(false)} bank={bank} />).unmount();
    expect(screen.queryByRole("note", { name: "Safety tip" })).toBeNull();
    render(<BankStep offer={offer(true)} bank={bank} />);
    expect(screen.getByRole("note", { name: "Safety tip" }).textContent).toMatch(
      /^Maya R is new here, and a bank transfer is hard to get back.*You can also pay at pickup\.$/,
    );
  });
});
