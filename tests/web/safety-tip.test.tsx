import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { itemOffer } from "../../web/features/checkout/offer.ts";
import { MethodStep } from "../../web/features/checkout/steps/method-step.tsx";
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

describe("the payment methods of a checkout", () => {
  const choose = (seller_is_new: boolean, method: "bank_transfer" | "cash") =>
    render(
      <MethodStep
        offer={itemOffer(checkoutView({ seller_is_new, methods: ["bank_transfer", "cash"] }))}
        method={method}
        coin={null}
        onChoose={() => undefined}
        onChooseCoin={() => undefined}
      />,
    );

  it("advise care with a bank transfer to a new seller, and with nothing else", () => {
    choose(true, "bank_transfer").unmount();
    for (const [isNew, method] of [
      [false, "bank_transfer"],
      [true, "cash"],
    ] as const) {
      const shown = choose(isNew, method);
      expect(screen.queryByRole("note", { name: "Safety tip" })).toBeNull();
      shown.unmount();
    }
    choose(true, "bank_transfer");
    expect(screen.getByRole("note", { name: "Safety tip" }).textContent).toMatch(
      /^Maya R is new here, and a bank transfer is hard to get back.*You can also pay at pickup\.$/,
    );
  });
});
