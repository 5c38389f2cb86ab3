import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { syncServerClock } from "../../web/lib/server-clock.ts";
import { Countdown } from "../../web/ui/countdown.tsx";

const NOON = Date.UTC(2026, 10, 28, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  syncServerClock(NOON);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("Countdown", () => {
  it("counts down once a second and stops at 0:00", () => {
    render(<Countdown until={NOON + 62_000} />);
    expect(screen.getByRole("timer").textContent).toBe("1:02");
    void pass(3_000);
    expect(screen.getByRole("timer").textContent).toBe("0:59");
    void pass(120_000);
    expect(screen.getByRole("timer").textContent).toBe("0:00");
  });

  it("uses the server's clock although the device is four minutes fast", () => {
    syncServerClock(NOON - 240_000);
    render(<Countdown until={NOON - 240_000 + 90_000} />);
    expect(screen.getByRole("timer").textContent).toBe("1:30");
  });

  it("calls onEnd once, however often its parent renders", () => {
    const onEnd = vi.fn();
    const { rerender } = render(<Countdown until={NOON + 2_000} onEnd={() => onEnd()} />);
    void pass(1_000);
    expect(onEnd).not.toHaveBeenCalled();
    void pass(1_500);
    rerender(<Countdown until={NOON + 2_000} onEnd={() => onEnd()} />);
    void pass(5_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("calls onEnd again for a new deadline", () => {
    const onEnd = vi.fn();
    const { rerender } = render(<Countdown until={NOON + 1_000} onEnd={onEnd} />);
    void pass(1_500);
    rerender(<Countdown until={NOON + 10_000} onEnd={onEnd} />);
    void pass(10_000);
    expect(onEnd).toHaveBeenCalledTimes(2);
  });

  it("shows the right time from the first render after hydration", async () => {
    // Fresh modules, as in a page that was just loaded: no countdown has run yet.
    vi.resetModules();
    const { setBoot: bringBoot } = await import("../../web/lib/boot.ts");
    const { HeldPill } = await import("../../web/features/items/held-pill.tsx");
    const pills = [599_000, 432_000].map((left) => <HeldPill key={left} until={NOON + left} />);
    bringBoot({ "/api/items": { server_now: NOON } }, NOON);
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = renderToString(pills);
    const seen = [root.textContent];
    const watch = new MutationObserver(() => seen.push(root.textContent));
    watch.observe(root, { childList: true, characterData: true, subtree: true });
    // Hydration starts three seconds after the HTML.
    vi.setSystemTime(NOON + 3_000);
    const hydrated = await act(() => hydrateRoot(root, pills));
    expect(seen[0]).toBe("Available in 9:59Available in 7:12");
    expect(root.textContent).toBe("Available in 9:56Available in 7:09");
    expect(seen.filter((text) => text?.includes("days"))).toEqual([]);
    watch.disconnect();
    void act(() => hydrated.unmount());
    root.remove();
  });

  it("shares one interval with forty others and clears it", () => {
    const deadlines = Array.from({ length: 40 }, (_, i) => NOON + 60_000 + i);
    const { unmount } = render(deadlines.map((until) => <Countdown key={until} until={until} />));
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
