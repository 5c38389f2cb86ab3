import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { OwnSale } from "../../worker/contract/selling/my-items.ts";
import { idOf, openMyItems, ownRow, refusal, summary } from "../support/web/my-items.tsx";

const MINE = "GET /api/items/mine";
const row = (title: string) => screen.getByText(title).closest("li") as HTMLElement;

async function menuOf(title: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${title}` }));
  const entries = await screen.findAllByRole("menuitem");
  return entries.map((entry) => entry.textContent ?? "");
}

const sale: OwnSale = {
  order_id: "ord_00000000000000000001",
  transaction_id: "txn_00000000000000000001",
  buyer: { id: "acc_00000000000000000009", display_name: "Bella B" },
  completed: true,
  disputed: null,
  rated_by_you: false,
};

describe("MyItemsScreen", () => {
  it("shows the totals, the counts of the tabs and the sales per month", async () => {
    const months = summary().months.map((month, index) => ({ ...month, sold: index === 11 ? 2 : 0 }));
    const last = months[11];
    if (last) last.revenue = 61.5;
    openMyItems([ownRow(1)], {
      replies: {
        "GET /api/selling/summary": {
          body: summary({
            total_items: 1_204,
            items_sold: 37,
            total_value: 4_310.5,
            revenue: 982,
            counts: { all: 1_204, active: 900, sold: 37, inactive: 267, bundles: 5 },
            months,
          }),
        },
      },
    });
    const value = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;
    await waitFor(async () => expect(await value("Total Items")).toBe("1,204"));
    expect(await value("Items Sold")).toBe("37");
    expect(await value("Total Value")).toBe("$4,310.50");
    expect(await value("Revenue")).toBe("$982");
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "All1204",
      "Active900",
      "Sold37",
      "Inactive267",
      "Bundles5",
    ]);
    const bars = within(screen.getByText("Sales per month").closest("figure") as HTMLElement).getAllByRole("listitem");
    expect(bars).toHaveLength(12);
    expect(bars[0]?.textContent).toContain("December 2025: 0 sales, $0");
    expect(bars[11]?.textContent).toContain("November 2026: 2 sales, $61.50");
    expect(bars[11]?.querySelector("[style]")?.getAttribute("style")).toBe("height: 100%;");
  });

  it("shows a text instead of an empty sales chart", async () => {
    openMyItems([ownRow(1)]);
    expect(await screen.findByText(/The chart starts with your first sale/)).toBeDefined();
    expect(screen.queryByRole("figure")).toBeNull();
  });

  it("lists the items when the totals fail to load", async () => {
    openMyItems([ownRow(1)], { replies: { "GET /api/selling/summary": refusal(500, "internal", "Oops") } });
    expect(await screen.findByText("Thing 1")).toBeDefined();
    expect(await screen.findByText("Your totals didn't load.")).toBeDefined();
  });

  it("shows an error with Retry when the items fail to load", async () => {
    const { answer } = openMyItems([], { replies: { [MINE]: refusal(500, "internal", "Oops") } });
    expect(await screen.findByText("Failed to load your items.")).toBeDefined();
    answer(MINE, { body: { items: [ownRow(1)], next_cursor: null, server_now: 0 } });
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Thing 1")).toBeDefined();
  });

  it("requests the status of the tab, and all items without one", async () => {
    const { sent } = openMyItems([ownRow(1)]);
    await screen.findByText("Thing 1");
    const requestedStatus = () => new URLSearchParams(sent(MINE).at(-1)?.query).get("status");
    expect(requestedStatus()).toBeNull();
    for (const tab of ["Active", "Sold", "Inactive"]) {
      await userEvent.click(screen.getByRole("tab", { name: new RegExp(`^${tab}`) }));
      await waitFor(() => expect(requestedStatus()).toBe(tab.toLowerCase()));
    }
  });

  it("loads the next page", async () => {
    const { answer, sent } = openMyItems([], {
      replies: { [MINE]: { body: { items: [ownRow(1)], next_cursor: "c1", server_now: 0 } } },
    });
    await screen.findByText("Thing 1");
    answer(MINE, { body: { items: [ownRow(2)], next_cursor: null, server_now: 0 } });
    await userEvent.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByText("Thing 2")).toBeDefined();
    expect(screen.getByText("Thing 1")).toBeDefined();
    expect(new URLSearchParams(sent(MINE).at(-1)?.query).get("cursor")).toBe("c1");
  });
});

describe("a row of My Items", () => {
  it("shows the views of two weeks and the number of interested users", async () => {
    openMyItems([ownRow(1, { activity: [3, 0, 4], views_count: 1_250, interest: 6 })]);
    expect(await screen.findByRole("img", { name: "7 views in the last 14 days" })).toBeDefined();
    expect(row("Thing 1").textContent).toContain("1,250 views");
    expect(row("Thing 1").textContent).toContain("6 interested");
  });

  it("shows its bundle and its minimum price", async () => {
    openMyItems([ownRow(1, { minimum_price: 7.5, bundle: { id: "bun_1", title: "Desk set" } })]);
    expect(await screen.findByText("In the bundle “Desk set”")).toBeDefined();
    expect(screen.getByText("Minimum price $7.50")).toBeDefined();
  });

  it("asks whether an old listing is still for sale, and takes the answer", async () => {
    const path = `/api/items/${idOf(1)}/relist`;
    const { sent } = openMyItems([ownRow(1, { unanswered: true, relistable: false })], {
      replies: { [`POST ${path}`]: { body: { id: idOf(1), status: "active", moved_up: false, next_at: 0 } } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Yes: Thing 1" }));
    await waitFor(() => expect(sent(`POST ${path}`)).toHaveLength(1));
    expect(await menuOf("Thing 1")).not.toContain("Move to the top");
  });

  it("offers only the actions that the item's status allows", async () => {
    openMyItems([
      ownRow(1),
      ownRow(2, { status: "inactive" }),
      ownRow(3, { status: "sold" }),
      ownRow(4, { status: "pending_payment" }),
      ownRow(5, { price: 0 }),
      ownRow(6, { status: "pending" }),
    ]);
    const all = [
      "View",
      "Edit",
      "Adjust price",
      "Promote",
      "Mark as sold",
      "Move to the top",
      "Take off sale",
      "Delete",
    ];
    expect(await menuOf("Thing 1")).toEqual(all);
    await userEvent.keyboard("{Escape}");
    expect(await menuOf("Thing 2")).toEqual(["View", "Edit", "Adjust price", "Mark as sold", "Put on sale", "Delete"]);
    await userEvent.keyboard("{Escape}");
    expect(await menuOf("Thing 3")).toEqual(["View"]);
    await userEvent.keyboard("{Escape}");
    expect(await menuOf("Thing 4")).toEqual(["View"]);
    await userEvent.keyboard("{Escape}");
    expect(await menuOf("Thing 5")).toEqual(all.filter((entry) => entry !== "Adjust price"));
    await userEvent.keyboard("{Escape}");
    // Locked for an accepted trade: no payment.
    expect(await menuOf("Thing 6")).toEqual(["View"]);
    expect([screen.getAllByText("In a trade").length, screen.getAllByText("Payment in progress").length]).toEqual([
      1, 1,
    ]);
  });

  it("is deleted only after a confirmation", async () => {
    const { sent, toasts } = openMyItems([ownRow(1)]);
    const ask = vi.fn(() => false);
    vi.stubGlobal("confirm", ask);
    const remove = `DELETE /api/items/${idOf(1)}`;
    await menuOf("Thing 1");
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    expect(ask).toHaveBeenCalledOnce();
    expect(sent(remove)).toHaveLength(0);
    ask.mockReturnValue(true);
    await menuOf("Thing 1");
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    // The route is not served here and answers 404.
    await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual(["Error deleting item. Please try again."]));
    expect(sent(remove)).toHaveLength(1);
  });

  it("shows that a status change failed, with the server's reason", async () => {
    const { toasts, sent } = openMyItems([ownRow(1)], {
      replies: { [`PATCH /api/items/${idOf(1)}`]: refusal(409, "wrong_state", "Someone is holding this item.") },
    });
    await menuOf("Thing 1");
    await userEvent.click(screen.getByRole("menuitem", { name: "Take off sale" }));
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          title: "Error updating item. Please try again.",
          description: "Someone is holding this item.",
          variant: "destructive",
        },
      ]),
    );
    expect(sent(`PATCH /api/items/${idOf(1)}`)[0]?.body).toEqual({ status: "inactive" });
  });

  it("shows a disputed sale and links to its order", async () => {
    openMyItems([
      ownRow(1, { status: "sold", sale: { ...sale, completed: false, disputed: "bank" } }),
      ownRow(2, { status: "sold", sale: { ...sale, completed: false, disputed: "problem" } }),
      ownRow(3, { status: "sold", sale }),
    ]);
    await screen.findByText("Thing 1");
    expect(within(row("Thing 1")).getByText("Payment disputed")).toBeDefined();
    expect(within(row("Thing 1")).getByRole("link", { name: "View order" }).getAttribute("href")).toBe(
      `/MyOrders/${sale.order_id}`,
    );
    expect(within(row("Thing 2")).getByText("Under review")).toBeDefined();
    expect(within(row("Thing 3")).getByText("Sold")).toBeDefined();
    expect(within(row("Thing 3")).queryByRole("link", { name: "View order" })).toBeNull();
  });

  it("lets the seller rate the buyer of a completed sale once", async () => {
    openMyItems([
      ownRow(1, { status: "sold", sale }),
      ownRow(2, { status: "sold", sale: { ...sale, rated_by_you: true } }),
      ownRow(3, { status: "sold", sale: { ...sale, completed: false } }),
    ]);
    await screen.findByText("Thing 1");
    expect(within(row("Thing 1")).getByRole("button", { name: "Rate buyer" })).toBeDefined();
    expect(row("Thing 1").textContent).toContain("to Bella B");
    expect(within(row("Thing 2")).getByText("Buyer Rated")).toBeDefined();
    expect(within(row("Thing 2")).queryByRole("button", { name: "Rate buyer" })).toBeNull();
    expect(within(row("Thing 3")).queryByRole("button", { name: "Rate buyer" })).toBeNull();
  });
});

describe("marking an item as sold", () => {
  const SOLD = `POST /api/items/${idOf(1)}/sold`;
  const UNDO = `POST /api/items/${idOf(1)}/sold/undo`;
  const CANDIDATES = `GET /api/items/${idOf(1)}/sold-candidates`;
  const marked = { id: idOf(1), status: "sold", sold_at: 1, undo_until: 2, order_id: null, transaction_id: null };
  const bella = { id: "acc_b", display_name: "Bella B", because: "held", last_at: 0 };

  async function openDialog() {
    await menuOf("Thing 1");
    await userEvent.click(screen.getByRole("menuitem", { name: "Mark as sold" }));
    return within(await screen.findByRole("dialog"));
  }
  const press = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
    userEvent.click(dialog.getByRole("button", { name: "Mark as sold" }));

  it("asks for the buyer and requires a choice", async () => {
    const { sent } = openMyItems([ownRow(1)], { replies: { [CANDIDATES]: { body: { items: [bella] } } } });
    const dialog = await openDialog();
    expect(await dialog.findByRole("radio", { name: /Bella B/ })).toBeDefined();
    await press(dialog);
    expect(await dialog.findByText("Please choose the buyer.")).toBeDefined();
    expect(sent(SOLD)).toHaveLength(0);
  });

  it("sends the chosen buyer, and can be undone from the toast", async () => {
    const { sent, toasts } = openMyItems([ownRow(1)], {
      replies: { [CANDIDATES]: { body: { items: [bella] } }, [SOLD]: { body: marked }, [UNDO]: { body: marked } },
    });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole("radio", { name: /Bella B/ }));
    await press(dialog);
    await waitFor(() => expect(toasts[0]?.title).toBe("Marked as sold"));
    expect(sent(SOLD)[0]?.body).toEqual({ buyer_id: "acc_b" });
    expect(toasts[0]?.action?.label).toBe("Undo");
    toasts[0]?.action?.onPress();
    await waitFor(() => expect(toasts.at(-1)?.title).toBe("Sale undone"));
    expect(sent(UNDO)).toHaveLength(1);
  });

  it("can be undone from the toast after leaving the page", async () => {
    const { toasts } = openMyItems([ownRow(1)], {
      replies: { [CANDIDATES]: { body: { items: [bella] } }, [SOLD]: { body: marked }, [UNDO]: { body: marked } },
    });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole("radio", { name: /Bella B/ }));
    await press(dialog);
    await waitFor(() => expect(toasts[0]?.title).toBe("Marked as sold"));
    cleanup();
    toasts[0]?.action?.onPress();
    await waitFor(() => expect(toasts.at(-1)?.title).toBe("Sale undone"));
  });

  it('sends no buyer for "Someone else", also when the candidates fail to load', async () => {
    const { sent } = openMyItems([ownRow(1)], {
      replies: { [CANDIDATES]: refusal(500, "internal", "Oops"), [SOLD]: { body: marked } },
    });
    const dialog = await openDialog();
    expect(await dialog.findByText("We couldn't load the interested buyers")).toBeDefined();
    await userEvent.click(dialog.getByRole("radio", { name: /Someone else/ }));
    await press(dialog);
    await waitFor(() => expect(sent(SOLD)[0]?.body).toEqual({ buyer_id: null }));
  });

  it("stays open with the reason when an order is being paid", async () => {
    const { toasts } = openMyItems([ownRow(1)], {
      replies: { [CANDIDATES]: { body: { items: [] } }, [SOLD]: refusal(409, "wrong_state", "It is being paid for.") },
    });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole("radio", { name: /Someone else/ }));
    await press(dialog);
    expect(await dialog.findByText("It is being paid for.")).toBeDefined();
    expect(toasts[0]).toMatchObject({
      title: "Error updating item. Please try again.",
      description: "It is being paid for.",
    });
  });

  it("can be undone from the row for a limited time", async () => {
    const { sent } = openMyItems([
      ownRow(1, { status: "sold", undo_until: Date.now() + 90_000 }),
      ownRow(2, { status: "sold" }),
    ]);
    const undo = await screen.findByRole("button", { name: /Undo sale: Thing 1/ });
    expect(undo.textContent).toMatch(/1:(30|2\d)/);
    expect(within(row("Thing 2")).queryByRole("button", { name: /Undo/ })).toBeNull();
    await userEvent.click(undo);
    await waitFor(() => expect(sent(UNDO)).toHaveLength(1));
  });
});
