import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Button } from "../../web/ui/button.tsx";
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

  describe("gives the first focus", () => {
    const open = (children: ReactNode, footer?: ReactNode, description?: string) => {
      render(
        <Dialog open onClose={() => {}} title="Bike" description={description} footer={footer}>
          {children}
        </Dialog>,
      );
      return screen.findByRole("dialog");
    };
    const touch = () =>
      vi.stubGlobal("matchMedia", (media: string) => ({
        matches: media === "(pointer: coarse)",
        addEventListener() {},
        removeEventListener() {},
      }));
    const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
    const buttons = (
      <>
        <Button variant="secondary">Cancel</Button>
        <Button>Save</Button>
      </>
    );

    it("to the first field", async () => {
      await open(
        <>
          <button type="button">Use my location</button>
          <input aria-label="Suburb" />
        </>,
        buttons,
        "We only save the suburb.",
      );
      await waitFor(() => expect(focused()).toBe("Suburb"));
    });

    it("to the chosen one of its radio buttons", async () => {
      await open(
        <>
          <input type="radio" name="km" aria-label="5 km" />
          <input type="radio" name="km" aria-label="25 km" defaultChecked />
        </>,
      );
      await waitFor(() => expect(focused()).toBe("25 km"));
    });

    it("to the main action, without a field", async () => {
      await open(<p>Text</p>, buttons);
      await waitFor(() => expect(focused()).toBe("Save"));
    });

    it("to Cancel, if the main action is dangerous", async () => {
      render(
        <ConfirmDialog
          open
          danger
          onClose={() => {}}
          onConfirm={() => {}}
          title="Delete the listing?"
          description="This can't be undone."
          confirmLabel="Delete"
        />,
      );
      await screen.findByRole("dialog");
      await waitFor(() => expect(focused()).toBe("Cancel"));
    });

    it("to itself on touch screens, where a field would open the keyboard over the text above it", async () => {
      touch();
      const dialog = await open(<input aria-label="Suburb" />, buttons, "We only save the suburb.");
      await waitFor(() => expect(document.activeElement).toBe(dialog));
    });

    it("to a field that the keyboard leaves readable on touch screens", async () => {
      touch();
      await open(
        <label>
          Name <input aria-label="List name" />
        </label>,
        buttons,
      );
      await waitFor(() => expect(focused()).toBe("List name"));
    });
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
