import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMBEDDED_REPLIES_ID, jsonForScript } from "#domain/site/embedded-replies";
import { bootReply, clearBoot, takeBootReply } from "../../web/lib/boot.ts";
import { serverNow } from "../../web/lib/server-clock.ts";

function pageWith(replies: Record<string, unknown>): void {
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = EMBEDDED_REPLIES_ID;
  block.textContent = jsonForScript(replies);
  document.body.replaceChildren(block);
  clearBoot();
}

const NOW = Date.UTC(2026, 10, 21);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "performance"] });
  pageWith({});
});
afterEach(() => vi.useRealTimers());

describe("replies embedded in the page", () => {
  it("answer exactly their own request and set the server's time", () => {
    vi.advanceTimersByTime(700);
    const reply = { items: [], server_now: NOW + 5_000_000 };
    pageWith({ "/api/items?limit=24&sort=date_desc": reply });
    const found = bootReply("/api/items", { sort: "date_desc", limit: "24" });
    expect(found?.reply).toEqual(reply);
    expect(found?.at).toBe(NOW);
    expect(serverNow()).toBe(NOW + 5_000_000);
    expect(bootReply("/api/items", { sort: "views", limit: "24" })).toBeUndefined();
  });

  it("are used once where a later request needs fresh data", () => {
    pageWith({ "/api/drafts": { items: [] }, "/api/items/x": { id: "x" } });
    expect(takeBootReply("/api/drafts")?.reply).toEqual({ items: [] });
    expect(takeBootReply("/api/drafts")).toBeUndefined();
    expect(bootReply("/api/items/x")?.reply).toEqual({ id: "x" });
  });

  it("are dated from the first byte of the page", () => {
    pageWith({ "/api/items/x": { server_now: NOW + 7_000_000 } });
    const entries = vi
      .spyOn(performance, "getEntriesByType")
      .mockReturnValue([{ type: "navigate", responseStart: 300.4 } as unknown as PerformanceEntry]);
    const age = vi.spyOn(performance, "now").mockReturnValue(500.9);
    expect(bootReply("/api/items/x")).toBeDefined();
    expect(serverNow()).toBe(NOW + 7_000_000 + 200);
    age.mockRestore();
    entries.mockRestore();
  });

  it("are ignored in a page restored from the browser's history", () => {
    pageWith({ "/api/items/x": { server_now: 1 } });
    const entries = vi
      .spyOn(performance, "getEntriesByType")
      .mockReturnValue([{ type: "back_forward", transferSize: 0 } as unknown as PerformanceEntry]);
    expect(bootReply("/api/items/x")).toBeUndefined();
    entries.mockRestore();
  });
});
