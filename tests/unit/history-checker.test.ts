/** Tests the history checker itself: it must accept every valid history and find every injected bug. */
import { describe, expect, it } from "vitest";
import { check, explain } from "../proof/history/checker.ts";
import type { Event, History } from "../proof/history/events.ts";
import type { PlanOptions } from "../proof/history/plan.ts";
import { BUGS, simulateHistory } from "../proof/history/simulated-service.ts";

const OPTIONS: PlanOptions = { hangUpPercent: 8, waits: true, reprices: true, pauseMs: 8, longer: 3 };
const HISTORIES = 400;

const history = (events: Event[]): History => ({ seller: "seller", cents: 2_000, holdsInARow: 3, events });
const held = (client: string, start: number, end: number): Event => ({
  client,
  op: { kind: "reserve" },
  start,
  end,
  result: { ok: true, kind: "reserve", hold: `hold of ${client}`, until: 600_000 },
});

describe("history checker", () => {
  it("accepts the histories of a correct item, also with lost replies", () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const verdict = check(simulateHistory(seed, null, OPTIONS));
      expect(verdict.ok, `seed ${seed}\n${explain(verdict)}`).toBe(true);
    }
  });

  it.each(BUGS)("finds the injected bug: %s", (bug) => {
    const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1);
    expect(seeds.some((seed) => !check(simulateHistory(seed, bug, OPTIONS)).ok)).toBe(true);
  });

  it("lets overlapping calls happen in either order, and others only in their own order", () => {
    const refused: Event = {
      client: "b",
      op: { kind: "reserve" },
      start: 1,
      end: 4,
      result: { ok: false, code: "item_unavailable" },
    };
    expect(check(history([held("a", 0, 5), refused])).ok).toBe(true);
    expect(check(history([held("a", 5, 9), refused])).ok).toBe(false);
    expect(check(history([held("a", 0, 2), held("b", 1, 3)])).ok).toBe(false);
  });

  it("lets a call whose reply was lost have happened late, or never", () => {
    const lost: Event = { ...held("a", 0, Number.POSITIVE_INFINITY), result: "unknown" };
    const seen = (at: number, shown: "active" | "reserved"): Event => ({
      client: "b",
      op: { kind: "read" },
      start: at,
      end: at + 1,
      result: { ok: true, kind: "read", shown, mine: false, cents: 2_000 },
    });
    expect(check(history([lost, seen(1, "active"), seen(3, "active")])).ok).toBe(true);
    expect(check(history([lost, seen(1, "active"), seen(3, "reserved")])).ok).toBe(true);
    expect(check(history([lost, seen(1, "reserved"), seen(3, "active")])).ok).toBe(false);
  });
});
