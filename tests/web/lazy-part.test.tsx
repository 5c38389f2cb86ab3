import { render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, Suspense, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { useRecent } from "../../web/lib/recent-store.ts";
import { lazyDialog } from "../../web/ui/lazy-dialog.tsx";
import { lazyPart, missingPart } from "../../web/ui/lazy-part.tsx";
import { fakeTime, pass } from "../support/web/clock.ts";
import { collectToasts } from "../support/web/toasts.ts";

const LOST = new TypeError("Failed to fetch dynamically imported module");
const toasts = collectToasts();

/** Code that arrives only after `losses` lost requests. */
function code<Part>(losses: number, part: Part) {
  return vi.fn(() => (losses-- > 0 ? Promise.reject(LOST) : Promise.resolve({ default: part })));
}

const Arrived = () => <p>Bell</p>;
const Broken = (): ReactNode => {
  throw new Error("a defect");
};

const show = (part: ReactNode) =>
  render(
    <>
      <p>The page</p>
      <Suspense fallback="Loading">{part}</Suspense>
    </>,
  );

describe("lazyPart", () => {
  it.each([
    ["once: nobody notices", 1, undefined, ["Bell"]],
    ["for good: a gap", 9, undefined, []],
    ["for good: what stands in its place", 9, "Inbox", ["Inbox"]],
    ["for good: a button", 9, missingPart, ["This part didn't load."]],
  ] as const)("code that is lost %s", async (_, losses, missing, texts) => {
    vi.mocked(console.error).mockImplementation(() => {});
    fakeTime();
    const Part = lazyPart(code(losses, Arrived), missing);
    show(<Part />);
    await pass(1_500);
    for (const text of ["The page", ...texts]) screen.getByText(text);
    expect(screen.queryByText("Loading")).toBeNull();
    vi.mocked(console.error).mockClear();
  });

  it("comes back with the network, and by its button", async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    fakeTime();
    const Part = lazyPart(code(4, Arrived), missingPart);
    show(<Part />);
    await pass(1_500);
    screen.getByRole("button", { name: "Try again" }).click();
    await pass(1_500);
    screen.getByText("This part didn't load.");
    window.dispatchEvent(new Event("online"));
    await pass(1_500);
    screen.getByText("Bell");
    vi.mocked(console.error).mockClear();
  });

  it("keeps a defect to itself", () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const Part = lazyPart(() => Promise.resolve({ default: Broken }));
    show(<Part />);
    screen.getByText("The page");
    vi.mocked(console.error).mockClear();
  });
});

describe("lazyDialog", () => {
  it("says that it did not open, closes, and opens with the next press", async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    fakeTime();
    const Dialog = lazyDialog(
      code(2, ({ open }: { open: boolean; onClose: () => void }) => (open ? <p>Checkout</p> : null)),
    );
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Buy Now
          </button>
          <Dialog open={open} onClose={() => setOpen(false)} />
        </>
      );
    }
    show(<Page />);
    screen.getByText("Buy Now").click();
    await pass(1_500);
    expect(toasts.map(({ title }) => title)).toEqual(["That didn't open"]);
    screen.getByText("Buy Now").click();
    await waitFor(() => screen.getByText("Checkout"));
    vi.mocked(console.error).mockClear();
  });
});

describe("convenience data", () => {
  it.each([
    [
      "full",
      {
        setItem: () => {
          throw new DOMException("full", "QuotaExceededError");
        },
        getItem: () => null,
      },
    ],
    ["missing", null],
  ])("never throws when storage is %s", (_, storage) => {
    vi.stubGlobal("localStorage", storage);
    useRecent.getState().visit(1_000);
    useRecent.getState().addSearch("lamp");
    expect(useRecent.getState()).toMatchObject({ searches: ["lamp"], seenAt: 1_000 });
    useRecent.getState().clear();
  });
});
