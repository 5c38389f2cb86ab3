/** "12 new near Newtown since Tuesday" above the listings of a returning visitor. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { momentText } from "../../web/features/marketplace/new-since.tsx";
import { useRecent } from "../../web/lib/recent-store.ts";
import { fakeTime, pass } from "../support/web/clock.ts";
import { marketCards, NEWTOWN, NOW, openMarket } from "../support/web/market.tsx";
import { where } from "../support/web/where.tsx";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const counts = (calls: string[]) => calls.filter((path) => path.includes("listed_after="));

beforeEach(() => useRecent.getState().clear());
afterEach(() => {
  window.history.replaceState(null, "", "/");
});

describe("new since the last visit", () => {
  it("says how many items are new near the visitor, and lists them, newest first", async () => {
    const seenAt = NOW - 2 * DAY;
    useRecent.setState({ seenAt });
    const calls = openMarket("/Marketplace?sort=price_asc", {
      near: NEWTOWN,
      items: marketCards(1, 3),
      count: { count: 12, more: false },
    });
    const button = await screen.findByRole("button", { name: /^12 new near Newtown since \w+day$/ });
    expect(counts(calls)[0]).toContain(`listed_after=${seenAt}`);
    expect(counts(calls)[0]).toContain("within_km=25");
    await userEvent.click(button);
    await waitFor(() => expect(where()).toBe(`/Marketplace?since=${seenAt}`));
    await waitFor(() => expect(calls.at(-1)).toMatch(/sort=date_desc/));
    expect(calls.findLast((path) => path.startsWith("/api/items?"))).toContain(`listed_after=${seenAt}`);
    await userEvent.click(screen.getByRole("button", { name: /New since your last visit/ }));
    expect(where()).toBe("/Marketplace");
  });

  it.each([
    ["on the first visit", null, 5],
    ["when nothing is new", NOW - 2 * DAY, 0],
    ["while the same visit continues", NOW - HOUR / 2, 5],
  ])("says nothing %s", async (_, seenAt, count) => {
    fakeTime();
    useRecent.setState({ seenAt });
    openMarket("/Marketplace", { near: NEWTOWN, items: marketCards(1, 3), count: { count, more: false } });
    await waitFor(() => expect(useRecent.getState().seenAt).toBeGreaterThan(NOW - HOUR / 4));
    await pass(1_000);
    expect(screen.queryByRole("button", { name: /new .*since/ })).toBeNull();
  });

  it("keeps the last visit for an hour after the marketplace was open", () => {
    const { visit } = useRecent.getState();
    const at = NOW;
    visit(at);
    visit(at + HOUR / 2);
    expect(useRecent.getState().newSince).toBeNull();
    visit(at + 3 * HOUR);
    visit(at + 3.5 * HOUR);
    expect(useRecent.getState().newSince).toBe(at + HOUR / 2);
  });

  it("names the moment by its time, day or date", () => {
    const now = new Date(2026, 10, 24, 15).getTime();
    expect(momentText(new Date(2026, 10, 24, 9, 5).getTime(), now)).toMatch(/^9:05\sam$/);
    expect(momentText(new Date(2026, 10, 21, 9, 5).getTime(), now)).toBe("Saturday");
    expect(momentText(new Date(2026, 10, 3, 9, 5).getTime(), now)).toBe("Tue 3 Nov");
  });
});
