/** How much of a backlog of deliveries is shared out. */
import { expect, it } from "vitest";
import { roundsToShare, worthCounting } from "#domain/notifications/deliveries";

it.each([
  [0, 0],
  [200, 0],
  [201, 1],
  [230, 2],
  [2_199, 100],
  [1_000_000, 100],
])("a backlog of %i emails needs %i rounds besides the ten of cron", (waiting, rounds) => {
  expect(roundsToShare(waiting, 20, 10)).toBe(rounds);
});

it("no more rows are counted than ask for all help", () => {
  const counted = worthCounting(20, 10);
  expect(roundsToShare(counted, 20, 10)).toBe(100);
  expect(roundsToShare(counted - 20, 20, 10)).toBe(99);
});
