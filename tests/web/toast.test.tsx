import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { toast } from "../../web/ui/toast.tsx";
import { ToastHost } from "../../web/ui/toast-host.tsx";
import { fakeTime, pass } from "../support/web/clock.ts";

const TOAST = '[role="dialog"], [role="alertdialog"]';

/** Returns the titles of visible toasts; those waiting behind are inert. */
function shown(): (string | null)[] {
  return [...document.querySelectorAll(TOAST)]
    .filter((element) => !element.closest("[inert]") && !element.hasAttribute("data-limited"))
    .map((element) => element.querySelector("h2")?.textContent ?? null);
}

describe("ToastHost", () => {
  it("shows toasts from before it had loaded, one at a time, the newest in front", async () => {
    render(<ToastHost />);
    expect(document.body.textContent).toBe("");
    act(() => toast({ title: "Item Reserved", description: "It is yours for 10 minutes." }));
    await waitFor(() => expect(shown()).toEqual(["Item Reserved"]));

    act(() => toast({ title: "Item Sold", variant: "destructive" }));
    await waitFor(() => expect(shown()).toEqual(["Item Sold"]));

    act(() => toast({ title: "Copied to clipboard" }));
    await waitFor(() => expect(shown()).toEqual(["Copied to clipboard"]));
  });

  it("has a named button that dismisses the toast", async () => {
    render(<ToastHost />);
    act(() => toast({ title: "Payment Initiated" }));
    await waitFor(() => expect(shown()).toEqual(["Payment Initiated"]));
    const root = (await screen.findByRole("heading", { name: "Payment Initiated", hidden: true })).closest(TOAST);
    await userEvent.click(root?.querySelector('[aria-label="Dismiss"]') as HTMLElement);
    await waitFor(() => expect(shown()).not.toContain("Payment Initiated"));
  });

  it("closes an error when the user answers it, but no other toast", async () => {
    fakeTime();
    render(
      <>
        <ToastHost />
        <button type="button">Next</button>
        <p>text</p>
      </>,
    );
    act(() => toast({ title: "Payment Method Required", variant: "destructive" }));
    await waitFor(() => expect(shown()).toContain("Payment Method Required"));
    // The second press of a double click comes too soon to be an answer.
    await userEvent.click(screen.getByText("Next"));
    await pass(800);
    await userEvent.click(screen.getByText("text"));
    expect(shown()).toContain("Payment Method Required");
    await userEvent.click(screen.getByText("Next"));
    await waitFor(() => expect(shown()).not.toContain("Payment Method Required"));

    act(() => toast({ title: "Copied to clipboard" }));
    await waitFor(() => expect(shown()).toContain("Copied to clipboard"));
    await pass(800);
    await userEvent.click(screen.getByText("Next"));
    expect(shown()).toContain("Copied to clipboard");
  });
});
