import type { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AdView } from "#contract/items/marketplace";
import { queryClient } from "../../web/lib/query-client.ts";
import { serve } from "../support/web/api.ts";

const AD: AdView = {
  id: "adv_repair_cafe",
  title: "Repair café",
  description: "Bring what is broken.",
  image_url: "/images/toolbox.webp",
  link_url: "https://www.repair.example/melbourne",
  placement: "top_banner",
};

let observers: { callback: IntersectionObserverCallback; targets: Set<Element>; threshold: unknown }[] = [];

class FakeObserver {
  private readonly own;
  constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
    this.own = { callback, targets: new Set<Element>(), threshold: options.threshold };
    observers.push(this.own);
  }
  observe(target: Element) {
    this.own.targets.add(target);
  }
  unobserve() {}
  disconnect() {
    this.own.targets.clear();
  }
}

/** Simulates that this share of the ad is on screen now. */
function show(share: number) {
  for (const { callback, targets } of observers) {
    for (const target of targets) {
      const entry = {
        target,
        intersectionRatio: share,
        isIntersecting: share > 0,
      } as unknown as IntersectionObserverEntry;
      act(() => callback([entry], {} as IntersectionObserver));
    }
  }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Counted impressions are remembered in the module, so each test loads it anew. */
async function open(ad: Partial<AdView> = {}) {
  vi.resetModules();
  const calls = serve({
    [`POST /api/ads/${AD.id}/impression`]: () => ({ body: { counted: true } }),
    [`POST /api/ads/${AD.id}/click`]: () => ({ body: { counted: true } }),
  });
  const { AdCard } = await import("../../web/features/ads/ad-card.tsx");
  const Router = (await import("react-router-dom")).MemoryRouter as typeof MemoryRouter;
  const Provider = (await import("@tanstack/react-query")).QueryClientProvider as typeof QueryClientProvider;
  const view = render(
    <Provider client={queryClient}>
      <Router>
        <AdCard ad={{ ...AD, ...ad }} layout="banner" />
      </Router>
    </Provider>,
  );
  await wait(0);
  return { ...view, events: () => calls.flatMap(({ path }) => /\/(impression|click)$/.exec(path)?.[1] ?? []) };
}

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  observers = [];
  vi.stubGlobal("IntersectionObserver", FakeObserver);
});
afterEach(() => vi.useRealTimers());

describe("AdCard", () => {
  it("is labelled Sponsored", async () => {
    await open();
    expect(screen.getByText("Sponsored")).toBeTruthy();
    expect(screen.getByText("Repair café")).toBeTruthy();
  });

  it("counts one impression once half of it was on screen for one second without a break", async () => {
    const { events } = await open();
    show(0.49);
    await wait(5_000);
    expect(events()).toEqual([]);
    show(0.5);
    await wait(999);
    show(0.2);
    await wait(5_000);
    expect(events()).toEqual([]);
    show(0.5);
    await wait(999);
    expect(events()).toEqual([]);
    await wait(1);
    expect(events()).toEqual(["impression"]);
    show(0);
    show(1);
    await wait(5_000);
    expect(events()).toEqual(["impression"]);
  });

  it("counts no impression while the tab is hidden", async () => {
    const { events } = await open();
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    show(1);
    await wait(5_000);
    expect(events()).toEqual([]);
    hidden.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await wait(1_000);
    expect(events()).toEqual(["impression"]);
    hidden.mockRestore();
  });

  it("counts no impression when it is removed before the second is over", async () => {
    const { events, unmount } = await open();
    show(1);
    await wait(900);
    unmount();
    await wait(5_000);
    expect(events()).toEqual([]);
  });

  it("counts one click, and only after its impression", async () => {
    const { events } = await open();
    show(1);
    await wait(300);
    fireEvent.click(screen.getByRole("button", { name: /See more/ }));
    await wait(600);
    expect(events()).toEqual([]);
    await wait(200);
    expect(events()).toEqual(["impression", "click"]);
    fireEvent.click(screen.getByRole("button", { name: /See more/, hidden: true }));
    await wait(2_000);
    expect(events()).toEqual(["impression", "click"]);
  });

  it("opens a dialog titled Sponsored Content with a marked link (D13)", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: /See more/ }));
    vi.useRealTimers();
    expect(await screen.findByRole("dialog", { name: "Sponsored Content" })).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: /Visit repair\.example/ });
    expect([link.href, link.rel, link.target]).toEqual([AD.link_url, "sponsored noopener", "_blank"]);
  });
});
