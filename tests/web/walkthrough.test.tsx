import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/auth";
import type { OwnProfile } from "#contract/profiles";
import { WALKTHROUGHS, type Walkthrough } from "#domain/walkthroughs";
import { queryClient, SESSION_KEY } from "../../web/lib/query-client.ts";
import { person, serve, visitor } from "../support/web/api.ts";

const DONE = { completed: true, completed_at: 1, skipped: false, skipped_at: null };
const PATHS = { marketplace: "/Marketplace", item_detail: "/ItemDetail/itm_bike" };

/** A page that has what the tour is about, or only some of it. */
function Page({ tour, targets, settled }: { tour: Walkthrough; targets: readonly string[]; settled: boolean }) {
  return (
    <main id="main" tabIndex={-1} data-tour-page={settled ? tour : undefined}>
      {targets.map((target) => (
        <div key={target} data-tour={target}>
          {target}
        </div>
      ))}
      <input aria-label="Search" />
    </main>
  );
}

interface Visit {
  tour?: Walkthrough;
  session?: SessionReply;
  targets?: readonly string[];
  settled?: boolean;
}

async function visit({ tour = "marketplace", session = visitor, targets, settled = true }: Visit = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: session }),
    "PATCH /api/profile": () => ({
      body: person({ walkthroughs: { marketplace: DONE, item_detail: null } }).profile as OwnProfile,
    }),
  });
  queryClient.setQueryData(SESSION_KEY, session);
  const { FirstVisit } = await import("../../web/app/first-visit.tsx");
  const { TOUR_STEPS } = await import("../../web/features/walkthrough/steps.ts");
  // Loaded beforehand: what is measured is the half second, not the module loader.
  await import("../../web/features/walkthrough/guided-tour.tsx");
  await import("../../web/features/walkthrough/tour.ts");
  const shown = targets ?? TOUR_STEPS[tour].map((step) => step.target);
  const tree = (ready: boolean) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[PATHS[tour]]}>
        <Page tour={tour} targets={shown} settled={ready} />
        <FirstVisit />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(tree(settled));
  await tick(0);
  return { calls, steps: TOUR_STEPS[tour], settle: () => rerender(tree(true)), unmount };
}

async function tick(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const tourDialog = () => screen.queryByRole("dialog");
const button = (name: string) => screen.getByRole("button", { name });
const patches = (calls: Awaited<ReturnType<typeof visit>>["calls"]) =>
  calls.filter(({ method }) => method === "PATCH").map(({ path, body }) => ({ path, body }));

async function next() {
  fireEvent.click(button("Next"));
  await tick(300);
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "Date"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  localStorage.clear();
  queryClient.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.className = "";
});

describe("when a tour is shown", () => {
  it("half a second after the page has its content, not sooner", async () => {
    const { settle } = await visit({ settled: false });
    await tick(2_000);
    expect(tourDialog()).toBeNull();
    settle();
    await tick(499);
    expect(tourDialog()).toBeNull();
    await tick(1);
    expect(tourDialog()).toBeTruthy();
  });

  it.each(["completed", "skipped"])("not when this browser has it down as %s", async (outcome) => {
    localStorage.setItem("goodstreet-tour-marketplace", outcome);
    await visit();
    await tick(2_000);
    expect(tourDialog()).toBeNull();
  });

  it.each([DONE, { ...DONE, completed: false, completed_at: null, skipped: true, skipped_at: 1 }])(
    "not when the account has it as finished or closed",
    async (state) => {
      await visit({ session: person({ walkthroughs: { marketplace: state, item_detail: null } }) });
      await tick(2_000);
      expect(tourDialog()).toBeNull();
    },
  );

  it("one tour's end says nothing of the other", async () => {
    localStorage.setItem("goodstreet-tour-marketplace", "completed");
    const session = person({ walkthroughs: { marketplace: DONE, item_detail: null } });
    await visit({ tour: "item_detail", session });
    await tick(500);
    expect(screen.getByRole("dialog", { name: "Take a close look" })).toBeTruthy();
  });

  it("not into the middle of a dialog or of typing, but after it", async () => {
    await visit();
    screen.getByLabelText("Search").focus();
    await tick(5_000);
    expect(tourDialog()).toBeNull();
    screen.getByLabelText("Search").blur();
    await tick(500);
    expect(tourDialog()).toBeTruthy();
  });
});

describe("the six steps", () => {
  it.each(WALKTHROUGHS)("of the %s tour are six, also where nothing of what they show is there", async (tour) => {
    const { steps } = await visit({ tour, targets: [] });
    await tick(500);
    expect(steps).toHaveLength(6);
    for (const [index, step] of steps.entries()) {
      expect(screen.getByRole("dialog", { name: step.title }).textContent).toContain(`Step ${index + 1} of 6`);
      if (index < 5) await next();
    }
    expect(button("Finish")).toBeTruthy();
  });

  it("stand in the specified order on what they are about", async () => {
    const market = await visit();
    expect(market.steps.map((step) => step.target)).toEqual([
      "top-menu",
      "banner",
      "category-tabs",
      "item-card",
      "advertisement",
      "search-filters",
    ]);
    await tick(800);
    expect(document.querySelector(".driver-active-element")?.textContent).toBe("top-menu");
    await next();
    expect(document.querySelector(".driver-active-element")?.textContent).toBe("banner");
    market.unmount();
    const item = await visit({ tour: "item_detail" });
    expect(item.steps.map((step) => step.target)).toEqual([
      "images",
      "price-and-condition",
      "negotiation",
      "buy-now",
      "collection-details",
      "more-from-seller",
    ]);
  });

  it("keep the focus on the way on, and give it back at the end", async () => {
    await visit();
    await tick(800);
    expect(document.activeElement).toBe(button("Next"));
    await next();
    expect(document.activeElement).toBe(button("Next"));
    fireEvent.click(button("Back"));
    await tick(300);
    expect(screen.getByRole("dialog", { name: "Your menu" })).toBeTruthy();
    fireEvent.click(button("Close the tour"));
    expect(document.activeElement?.id).toBe("main");
  });

  it("leave no claim on what they show that it would open something", async () => {
    await visit();
    await tick(800);
    const shown = document.querySelector(".driver-active-element");
    expect(shown?.getAttributeNames().filter((name) => name.startsWith("aria-"))).toEqual([]);
    expect(tourDialog()?.getAttribute("aria-modal")).toBe("true");
  });
});

describe("how a tour ends", () => {
  async function finish() {
    for (let step = 1; step < 6; step++) await next();
    fireEvent.click(button("Finish"));
    await tick(0);
  }

  it("Finish is completed: kept here, and with the account of who is signed in", async () => {
    const { calls } = await visit({ session: person() });
    await tick(800);
    await finish();
    expect(tourDialog()).toBeNull();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("completed");
    expect(patches(calls)).toEqual([
      { path: "/api/profile", body: { walkthroughs: { marketplace: { completed: true } } } },
    ]);
    const session = queryClient.getQueryData<SessionReply>(SESSION_KEY);
    expect(session?.profile?.walkthroughs.marketplace).toEqual(DONE);
  });

  it("a visitor's is kept in the browser alone", async () => {
    const { calls } = await visit();
    await tick(800);
    await finish();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("completed");
    expect(patches(calls)).toEqual([]);
  });

  const WAYS_OUT: [string, () => void][] = [
    ["the cross", () => fireEvent.click(button("Close the tour"))],
    ["Escape", () => fireEvent.keyUp(window, { key: "Escape" })],
    ["the backdrop", () => fireEvent.click(document.querySelector(".driver-overlay path") as Element)],
  ];
  it.each(WAYS_OUT)("%s is skipped, at the first step and at the last", async (_, leave) => {
    const { calls, unmount } = await visit({ tour: "item_detail", session: person() });
    await tick(800);
    leave();
    await tick(0);
    expect(tourDialog()).toBeNull();
    expect(localStorage.getItem("goodstreet-tour-item_detail")).toBe("skipped");
    expect(patches(calls).map(({ body }) => body)).toEqual([{ walkthroughs: { item_detail: { skipped: true } } }]);
    unmount();

    localStorage.clear();
    vi.resetModules();
    await visit({ tour: "item_detail" });
    await tick(800);
    for (let step = 1; step < 6; step++) await next();
    leave();
    expect(localStorage.getItem("goodstreet-tour-item_detail")).toBe("skipped");
  });

  it("Escape in the moment it opens counts as well", async () => {
    await visit();
    await tick(500);
    fireEvent.keyUp(window, { key: "Escape" });
    expect(tourDialog()).toBeNull();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("skipped");
  });

  it("leaving the page is neither: the tour goes and comes again", async () => {
    const { unmount, calls } = await visit({ session: person() });
    await tick(800);
    unmount();
    expect(document.querySelector(".driver-popover, .driver-overlay")).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(patches(calls)).toEqual([]);
  });

  it("does not come back where storage is blocked", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const { settle } = await visit();
    await tick(800);
    fireEvent.click(button("Close the tour"));
    settle();
    await tick(2_000);
    expect(tourDialog()).toBeNull();
  });
});
