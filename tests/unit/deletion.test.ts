/** When an account may be deleted, and what the job does when its time has come (D61). */
import { describe, expect, it } from "vitest";
import { DELETION_RETRY_MS, deletionStep, namesOf, OBSTACLES, obstaclesTo } from "#domain/account/deletion";

const NOW = 1_800_000_000_000;

describe("obstaclesTo", () => {
  it("names what is open, in the order in which to deal with it", () => {
    expect(obstaclesTo({ balance: 1_250, order: 2, trade: 0 }, false)).toEqual([
      { kind: "order", count: 2 },
      { kind: "balance", count: 1_250 },
    ]);
  });

  it("is empty without anything open", () => {
    expect(obstaclesTo(Object.fromEntries(OBSTACLES.map((kind) => [kind, 0])), false)).toEqual([]);
  });

  it("lets staff delete a suspended or banned person's account, but nothing else that is open", () => {
    const counts = { suspension: 1, ban: 1, dispute: 1 };
    expect(obstaclesTo(counts, true).map(({ kind }) => kind)).toEqual(["dispute"]);
    expect(obstaclesTo(counts, false).map(({ kind }) => kind)).toEqual(["dispute", "suspension", "ban"]);
  });
});

describe("deletionStep", () => {
  const open = [{ kind: "order" as const, count: 1 }];

  it("erases when nothing stands in the way", () => {
    expect(deletionStep(null, [], NOW)).toEqual({ do: "erase" });
  });

  it("waits a day while something does", () => {
    expect(deletionStep(null, open, NOW)).toEqual({ do: "wait", until: NOW + DELETION_RETRY_MS });
  });

  it("erases once more after the first time, whatever has appeared since", () => {
    expect(deletionStep(NOW - 1, open, NOW)).toEqual({ do: "erase_again" });
  });
});

describe("namesOf", () => {
  it("lists them in one line", () => {
    expect(namesOf([...obstaclesTo({ order: 1, ban: 1 }, false)])).toBe("open orders, a ban");
  });
});
