import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readReply } from "../../web/lib/api-client.ts";
import { bootReply, clearBoot } from "../../web/lib/boot.ts";
import { serverNow, syncServerClock } from "../../web/lib/server-clock.ts";

const NOW = Date.UTC(2026, 10, 2, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW });
  // More than five seconds behind, so that the next reply sets the clock.
  syncServerClock(NOW - 24 * 60 * 60_000);
});

afterEach(() => {
  vi.useRealTimers();
  clearBoot();
  document.body.innerHTML = "";
});

it("a kept reply does not put the clock back by its age", async () => {
  await readReply(Response.json({ server_now: NOW - 12_000 }, { headers: { Age: "12" } }));
  expect(serverNow()).toBe(NOW);
});

it("a kept page does not put the clock back by its age", () => {
  document.body.innerHTML = `<script type="application/json" id="boot">{"/api/homepage":{"server_now":${NOW - 9_000}}}</script>`;
  const timing = {
    type: "navigate",
    responseStart: performance.now(),
    serverTiming: [{ name: "age", duration: 9_000 }],
  };
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([timing] as unknown as PerformanceEntryList);
  bootReply("/api/homepage");
  expect(serverNow()).toBe(NOW);
});
