import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { OwnItem } from "#contract/items";
import AgentSettings from "../../web/features/item-page/agent-settings.tsx";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const OWN = {
  id: "itm_bike00000001",
  title: "Bike",
  price: 240,
  version: 3,
  negotiation_enabled: false,
  minimum_price: null,
  negotiation_notes: "",
  public_notes: "",
  abilities: { buy: false, edit: true, trade: false },
} as unknown as OwnItem;

const toasts = collectToasts();
function open(item: Partial<OwnItem> = {}, reply: { status?: number; body: unknown } = { body: OWN }) {
  const calls = serve({ "PATCH /api/items/itm_bike00000001": () => reply });
  renderAt("/", <AgentSettings item={{ ...OWN, ...item }} />);
  return calls;
}
const save = () => screen.getByRole("button", { name: "Save settings" });

describe("AgentSettings on the owner's item page", () => {
  it.each(["", "0", "abc", "240.01", "240,01"])('refuses the minimum price "%s" and sends nothing', async (typed) => {
    const calls = open();
    await userEvent.click(screen.getByRole("checkbox"));
    const minimum = screen.getByLabelText("Minimum price");
    if (typed) await userEvent.type(minimum, typed);
    await userEvent.click(save());
    expect(await screen.findByText("Please enter a valid minimum price.")).toBeDefined();
    expect(calls).toEqual([]);
  });

  it("saves the settings with the version they were read from", async () => {
    const calls = open();
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.type(screen.getByLabelText("Minimum price"), "180.50");
    await userEvent.type(screen.getByLabelText(/Notes for Knowzee/), "Has a lock");
    expect(screen.getByText("Only Knowzee reads this. Buyers never see it.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/What buyers may be told/), "New tyres");
    expect(screen.getByText("Knowzee can share this with buyers. Don't include prices.")).toBeTruthy();
    await userEvent.click(save());
    await waitFor(() => expect(toasts[0]?.title).toBe("Settings saved"));
    expect(calls[0]?.body).toEqual({
      negotiation_enabled: true,
      minimum_price: 180.5,
      negotiation_notes: "Has a lock",
      public_notes: "New tyres",
      version: 3,
    });
  });

  it("keeps the minimum price when Knowzee is switched off", async () => {
    const calls = open({ negotiation_enabled: true, minimum_price: 150 });
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.click(save());
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ negotiation_enabled: false, minimum_price: 150 }));
  });

  it("shows a toast when saving fails, and keeps the entries", async () => {
    open({}, { status: 500, body: { error: { code: "internal", message: "No.", request_id: "t" } } });
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.type(screen.getByLabelText("Minimum price"), "180");
    await userEvent.click(save());
    await waitFor(() =>
      expect(toasts[0]).toEqual({ title: "Error saving settings. Please try again.", variant: "destructive" }),
    );
    expect(screen.getByLabelText<HTMLInputElement>("Minimum price").value).toBe("180");
  });

  it("renders nothing for a free item, a sold item or a viewer who is not the owner", () => {
    const { negotiation_notes: _, ...theirs } = OWN;
    for (const item of [
      { ...OWN, price: 0 },
      { ...OWN, abilities: { buy: false, edit: false, trade: false, offer: false } },
      theirs as OwnItem,
    ]) {
      const { container, unmount } = renderAt("/", <AgentSettings item={item} />);
      expect(container.innerHTML).toBe("");
      unmount();
    }
  });
});
