/** When an account may be deleted, and what the job does when its time has come (D61). */
import { describe, expect, it } from "vitest";
import {
  DELETION_RETRY_MS,
  deletionStep,
  namesOf,
  OBSTACLES,
  type ObstacleKind,
  obstaclesTo,
} from "#domain/account/deletion";
import cases from "./deletion.json" with { type: "json" };

const NOW = 1_800_000_000_000;

/** Whom each obstacle stops. */
const STOPS: Record<ObstacleKind, { person: boolean; staff: boolean }> = cases.stops;

describe("obstaclesTo", () => {
  const rows = OBSTACLES.flatMap((kind) =>
    (["person", "staff"] as const).map((by) => [kind, by, STOPS[kind][by]] as const),
  );

  it.each(rows)("with %s open and %s deleting the account, it is stopped: %s", (kind, by, isStopped) => {
    expect(obstaclesTo({ [kind]: 1 }, by === "staff")).toEqual(isStopped ? [{ kind, count: 1 }] : []);
  });

  it("names all that is open, in the order in which to deal with it", () => {
    const counts = Object.fromEntries(OBSTACLES.toReversed().map((kind) => [kind, 2]));
    expect(obstaclesTo(counts, false)).toEqual(OBSTACLES.map((kind) => ({ kind, count: 2 })));
  });

  it("is empty without anything open", () => {
    expect(obstaclesTo(Object.fromEntries(OBSTACLES.map((kind) => [kind, 0])), false)).toEqual([]);
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
