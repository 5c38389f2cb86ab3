import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { ConfirmDialog } from "../../web/ui/confirm-dialog.tsx";
import { Dialog } from "../../web/ui/dialog.tsx";

function Opener({ sticky = false }: { sticky?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Buy Now
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Buy bike"
        description="Yours for 10 minutes"
        sticky={sticky}
      >
        <input aria-label="Reference" />
      </Dialog>
    </>
  );
}

describe("Dialog", () => {
  it("is named by its title, takes the focus and returns it to the button that opened it", async () => {
    const user = userEvent.setup();
    render(<Opener />);
    await user.click(screen.getByRole("button", { name: "Buy Now" }));
    const dialog = await screen.findByRole("dialog", { name: "Buy bike" });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Buy Now"));
  });

  it("moves the focus to the page when the button that opened it is gone", async () => {
    const user = userEvent.setup();
    function Card() {
      const [state, setState] = useState<"there" | "asking" | "gone">("there");
      return (
        <main id="main" tabIndex={-1}>
          {state === "gone" ? null : (
            <button type="button" onClick={() => setState("asking")}>
              Received
            </button>
          )}
          <ConfirmDialog
            open={state === "asking"}
            onClose={() => setState("there")}
            onConfirm={() => setState("gone")}
            title="Has it arrived?"
            description="This can't be undone."
            confirmLabel="It has"
          />
        </main>
      );
    }
    render(<Card />);
    await user.click(screen.getByRole("button", { name: "Received" }));
    await user.click(await screen.findByRole("button", { name: "It has" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  });

  it("closes by its close button", async () => {
    const user = userEvent.setup();
    render(<Opener sticky />);
    await user.click(screen.getByRole("button", { name: "Buy Now" }));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("cannot be confirmed twice while it is busy", async () => {
    const onConfirm = vi.fn();
    const props = {
      open: true,
      onClose: () => {},
      title: "Delete listing?",
      description: "Gone for good.",
      confirmLabel: "Delete",
    };
    const { rerender } = render(<ConfirmDialog {...props} onConfirm={onConfirm} />);
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    rerender(<ConfirmDialog {...props} onConfirm={onConfirm} loading />);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
