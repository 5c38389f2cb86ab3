import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import { WALKTHROUGHS, type Walkthrough } from "#domain/account/walkthroughs";
import { person, serve, visitor } from "../support/web/api.ts";

const DONE = { completed: true, completed_at: 1, skipped: false, skipped_at: null };
const PATHS = { marketplace: "/Marketplace", item_detail: "/ItemDetail/itm_bike" };

/** A page with the given tour targets. */
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
  banner?: boolean;
  session?: SessionReply;
  targets?: readonly string[];
  settled?: boolean;
}

async function visit({ tour = "marketplace", session = visitor, targets, settled = true, banner = false }: Visit = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: session }),
    "PATCH /api/profile": () => ({
      body: person({ walkthroughs: { marketplace: DONE, item_detail: null } }).profile as OwnProfile,
    }),
  });
  const { QueryClientProvider } = await import("@tanstack/react-query");
  const { queryClient, SESSION_KEY } = await import("../../web/lib/query-client.ts");
  queryClient.setQueryData(SESSION_KEY, session);
  const { GuidedTourSlot: FirstVisit } = await import("../../web/app/guided-tour-slot.tsx");
  const { TOUR_STEPS } = await import("../../web/features/site/guided-tour/steps.ts");
  // Loaded in advance, so that the test measures the delay and not the module loader.
  await import("../../web/features/site/guided-tour/guided-tour.tsx");
  await import("../../web/features/site/guided-tour/tour.tsx");
  const shown = targets ?? TOUR_STEPS[tour].map((step) => step.target);
  const tree = (ready: boolean, withBanner: boolean) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[PATHS[tour]]}>
        {withBanner ? <p data-status-banner>Your account is restricted</p> : null}
        <Page tour={tour} targets={shown} settled={ready} />
        <FirstVisit />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(tree(settled, banner));
  await tick(0);
  return {
    calls,
    steps: TOUR_STEPS[tour],
    settle: () => rerender(tree(true, banner)),
    showBanner: () => rerender(tree(true, true)),
    unmount,
  };
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

const pointedAt = () => document.querySelector("[data-tour-shown]")?.textContent;

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
});
afterEach(() => {
  vi.useRealTimers();
  document.body.className = "";
});

describe("the start of a tour", () => {
  it("comes half a second after the content of the page", async () => {
    const { settle } = await visit({ settled: false });
    await tick(2_000);
    expect(tourDialog()).toBeNull();
    settle();
    await tick(499);
    expect(tourDialog()).toBeNull();
    await tick(1);
    expect(tourDialog()).toBeTruthy();
  });

  it.each(["completed", "skipped"])("does not happen when this browser has stored the tour as %s", async (outcome) => {
    localStorage.setItem("goodstreet-tour-marketplace", outcome);
    await visit();
    await tick(2_000);
    expect(tourDialog()).toBeNull();
  });

  it.each([DONE, { ...DONE, completed: false, completed_at: null, skipped: true, skipped_at: 1 }])(
    "does not happen when the account has the tour as finished or skipped",
    async (state) => {
      await visit({ session: person({ walkthroughs: { marketplace: state, item_detail: null } }) });
      await tick(2_000);
      expect(tourDialog()).toBeNull();
    },
  );

  it("does not depend on the outcome of the other tour", async () => {
    localStorage.setItem("goodstreet-tour-marketplace", "completed");
    const session = person({ walkthroughs: { marketplace: DONE, item_detail: null } });
    await visit({ tour: "item_detail", session });
    await tick(500);
    expect(screen.getByRole("dialog", { name: "Take a closer look" })).toBeTruthy();
  });

  it("waits until a field loses the focus", async () => {
    await visit();
    screen.getByLabelText("Search").focus();
    await tick(5_000);
    expect(tourDialog()).toBeNull();
    screen.getByLabelText("Search").blur();
    await tick(500);
    expect(tourDialog()).toBeTruthy();
  });
});

describe("the steps of a tour", () => {
  it.each(WALKTHROUGHS)("are six on a complete page: %s", async (tour) => {
    const { steps } = await visit({ tour });
    await tick(500);
    expect(steps).toHaveLength(6);
    for (const [index, step] of steps.entries()) {
      const shown = screen.getByRole("dialog", { name: step.title }).textContent;
      expect(shown).toContain(`Step ${index + 1} of 6`);
      // Visitors have no menu yet, but the tour is theirs too.
      expect(shown).toContain(step.visitorText ?? step.text);
      expect(pointedAt()).toBe(step.target);
      if (index < 5) await next();
    }
    expect(button("Finish")).toBeTruthy();
  });

  it("come in the specified order", async () => {
    const { TOUR_STEPS } = await import("../../web/features/site/guided-tour/steps.ts");
    expect(TOUR_STEPS.marketplace.map((step) => step.target)).toEqual([
      "top-menu",
      "banner",
      "category-tabs",
      "item-card",
      "advertisement",
      "search-filters",
    ]);
    expect(TOUR_STEPS.item_detail.map((step) => step.target)).toEqual([
      "images",
      "price-and-condition",
      "negotiation",
      "buy-now",
      "collection-details",
      "more-from-seller",
    ]);
  });

  it("leave out targets that are not on the page, such as a missing ad", async () => {
    await visit({ targets: ["banner", "category-tabs", "item-card", "search-filters"] });
    await tick(500);
    for (const [index, target] of ["banner", "category-tabs", "item-card", "search-filters"].entries()) {
      expect(tourDialog()?.textContent).toContain(`Step ${index + 1} of 4`);
      expect(pointedAt()).toBe(target);
      if (index < 3) await next();
    }
    fireEvent.click(button("Finish"));
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("completed");
  });

  it("include a target that appears during the tour", async () => {
    await visit({ targets: ["banner", "search-filters"] });
    await tick(500);
    const late = document.querySelector("main")?.appendChild(document.createElement("div"));
    late?.setAttribute("data-tour", "advertisement");
    late?.append("a late ad");
    await next();
    expect(pointedAt()).toBe("a late ad");
    expect(tourDialog()?.textContent).toContain("Step 2 of 3");
  });

  it("take no focus when the tour appears, then keep it on Next, and return it at the end", async () => {
    await visit();
    await tick(800);
    expect(document.activeElement).toBe(document.body);
    await next();
    expect(document.activeElement).toBe(button("Next"));
    fireEvent.click(button("Back"));
    await tick(300);
    expect(screen.getByRole("dialog", { name: "Your menu" })).toBeTruthy();
    fireEvent.click(button("Close the tour"));
    expect(document.activeElement?.id).toBe("main");
    expect(pointedAt()).toBeUndefined();
  });
});

describe("a tour does not block the page", () => {
  it("is not modal and covers nothing", async () => {
    await visit();
    await tick(800);
    expect(tourDialog()?.getAttribute("aria-modal")).toBeNull();
    expect(document.body.className).toBe("");
    expect(document.querySelectorAll("[inert], [aria-hidden]:not(svg)")).toHaveLength(0);
    expect(document.body.children).toHaveLength(2);
  });

  it("ends with a press on the page, which has its usual effect", async () => {
    await visit();
    await tick(800);
    const pressed = vi.fn();
    const target = document.querySelector('[data-tour="top-menu"]') as Element;
    target.addEventListener("click", pressed);
    fireEvent.click(target);
    expect(pressed).toHaveBeenCalledOnce();
    expect(tourDialog()).toBeNull();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("skipped");
  });

  it("leaves the focus where the press has put it", async () => {
    await visit();
    await tick(800);
    const search = screen.getByLabelText("Search");
    search.focus();
    fireEvent.click(search);
    expect(tourDialog()).toBeNull();
    expect(document.activeElement).toBe(search);
  });

  it("never starts beside a status banner", async () => {
    await visit({ banner: true });
    await tick(5_000);
    expect(tourDialog()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it("never starts for a restricted account, whose banner may still be loading", async () => {
    await visit({ session: person({ account_restricted: true }) });
    await tick(5_000);
    expect(tourDialog()).toBeNull();
  });

  it("closes when a status banner appears, without recording an outcome", async () => {
    const { showBanner } = await visit();
    await tick(800);
    expect(tourDialog()).toBeTruthy();
    showBanner();
    await tick(0);
    expect(tourDialog()).toBeNull();
    expect(localStorage.length).toBe(0);
  });
});

describe("the end of a tour", () => {
  async function finish() {
    for (let step = 1; step < 6; step++) await next();
    fireEvent.click(button("Finish"));
    await tick(0);
  }

  it("by Finish is stored as completed in the browser and in the account", async () => {
    const { calls } = await visit({ session: person() });
    await tick(800);
    await finish();
    expect(tourDialog()).toBeNull();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("completed");
    expect(patches(calls)).toEqual([
      { path: "/api/profile", body: { walkthroughs: { marketplace: { completed: true } } } },
    ]);
    const { queryClient, SESSION_KEY } = await import("../../web/lib/query-client.ts");
    const session = queryClient.getQueryData<SessionReply>(SESSION_KEY);
    expect(session?.profile?.walkthroughs.marketplace).toEqual(DONE);
  });

  it("of a visitor is stored in the browser alone", async () => {
    const { calls } = await visit();
    await tick(800);
    await finish();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("completed");
    expect(patches(calls)).toEqual([]);
  });

  const WAYS_OUT: [string, () => void][] = [
    ["the close button", () => fireEvent.click(button("Close the tour"))],
    ["Escape", () => fireEvent.keyDown(document.body, { key: "Escape" })],
    ["a press on the page", () => fireEvent.click(document.querySelector("main") as Element)],
  ];
  it.each(WAYS_OUT)("by %s is stored as skipped, at the first step and at the last", async (_, leave) => {
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

  it("by Escape while the tour is still opening is stored as skipped", async () => {
    await visit();
    await tick(500);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(tourDialog()).toBeNull();
    expect(localStorage.getItem("goodstreet-tour-marketplace")).toBe("skipped");
  });

  it("is not recorded when the user leaves the page, so the next visit shows the tour again", async () => {
    const { unmount, calls } = await visit({ session: person() });
    await tick(800);
    unmount();
    expect(document.querySelector("[data-tour-step], [data-tour-shown]")).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(patches(calls)).toEqual([]);
  });

  it("is remembered for the page when storage is blocked", async () => {
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
