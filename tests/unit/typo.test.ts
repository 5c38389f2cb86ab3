import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  correctedWords,
  editsAllowed,
  editsBetween,
  type KnownWord,
  nearestWord,
  nearWords,
  rangesOf,
} from "#domain/items/typo";
import { runs } from "../support/property-runs.ts";

const known = (...terms: [string, number][]): KnownWord[] => terms.map(([term, doc]) => ({ term, doc }));

/** The textbook algorithm without shortcuts, for comparison. */
function reference(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => d[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1);
      (d[i] as number[])[j] = best;
    }
  }
  return at(a.length, b.length);
}

describe("editsBetween", () => {
  it("counts an extra, missing, wrong or swapped letter as one edit", () => {
    expect(editsBetween("guitar", "guitar", 2)).toBe(0);
    expect(editsBetween("guittar", "guitar", 2)).toBe(1);
    expect(editsBetween("gutar", "guitar", 2)).toBe(1);
    expect(editsBetween("guiter", "guitar", 2)).toBe(1);
    expect(editsBetween("gutiar", "guitar", 2)).toBe(1);
    expect(editsBetween("bycicle", "bicycle", 2)).toBe(2);
    expect(editsBetween("guitar", "sofa", 2)).toBeNull();
  });

  it("matches the textbook algorithm, and returns null above the limit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, max) => {
        const edits = reference(a, b);
        expect(editsBetween(a, b, max)).toBe(edits <= max ? edits : null);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("nearestWord", () => {
  it("returns the nearest word, and of equally near ones the name of a thing, then the most frequent", () => {
    expect(nearestWord("dona", known(["done", 90], ["dont", 50], ["doona", 2]))).toBe("doona");
    expect(nearestWord("gutiar", known(["guitar", 3], ["guitars", 90]))).toBe("guitar");
    expect(nearestWord("lmap", known(["lamp", 5], ["lap", 50], ["map", 9]))).toBe("map");
    expect(nearestWord("tabel", known(["tabla", 1], ["table", 40]))).toBe("table");
    expect(nearestWord("tabel", known(["sofa", 40]))).toBeNull();
  });

  it("does not depend on the order of the known words, and breaks ties alphabetically", () => {
    const either = (word: string, ...terms: [string, number][]) => [
      nearestWord(word, known(...terms)),
      nearestWord(word, known(...terms.toReversed())),
    ];
    expect(either("gutiar", ["guitar", 3], ["guitars", 90])).toEqual(["guitar", "guitar"]);
    expect(either("tabel", ["tabla", 1], ["table", 40])).toEqual(["table", "table"]);
    expect(either("lamq", ["lamb", 1], ["lamp", 40])).toEqual(["lamp", "lamp"]);
    expect(either("lamq", ["lamb", 40], ["lamp", 40])).toEqual(["lamb", "lamb"]);
    expect(nearestWord("table", known(["table", 90], ["tables", 2]))).toBe("tables");
  });

  it("considers only near words, and never a typed word itself", () => {
    const words = ["guitar", "guitars", "lamp", "lap", "sofa", "desk"];
    expect(nearWords(["gutiar", "lmap"], words)).toEqual(["guitar", "guitars", "lamp", "lap"]);
    expect(nearWords(["lamp", "gutiar"], words)).toEqual(["lap", "guitar", "guitars"]);
    expect(nearWords(["cat"], ["car", "cat"])).toEqual([]);
    expect(nearWords(["gutiar"], ["guitars", "guitar"])).toEqual(["guitar", "guitars"]);
    expect(nearWords(["lamp", "lmap"], ["lamp", "lap"])).toEqual(["lap"]);
    const many = Array.from({ length: 40 }, (_, index) => `tabl${String.fromCodePoint(0xe0 + index)}`);
    expect(nearWords(["table"], [...many, "tablex"])).toHaveLength(30);
  });

  it("guesses nothing for short words or words with digits", () => {
    expect([editsAllowed(3), editsAllowed(4), editsAllowed(6)]).toEqual([0, 1, 2]);
    expect(nearestWord("cat", known(["car", 100]))).toBeNull();
    expect(rangesOf("cat")).toEqual([]);
    expect(rangesOf("iphone15")).toEqual([]);
  });

  it("searches under the first letter, and under the second in case the two are swapped", () => {
    expect(rangesOf("ugitar")).toEqual([
      ["u", "v", 4, 8, "ug", "it", "ar"],
      ["g", "h", 4, 8, "ug", "it", "ar"],
    ]);
    expect(rangesOf("zzap")).toEqual([["z", "{", 3, 5]]);
  });
});

describe("correctedWords", () => {
  const words = known(["table", 40], ["tablet", 3], ["oak", 10], ["cafe", 2]);
  it("changes only words that no listing has", () => {
    expect(correctedWords(["oak", "tabel"], words)).toEqual(["oak", "table"]);
    expect(correctedWords(["tabel", "oa"], words)).toEqual(["table", "oa"]);
    expect(correctedWords(["caffé"], words)).toEqual(["cafe"]);
    // Short words and words with digits are never corrected.
    expect(correctedWords(["tabel", "iphone15"], words)).toEqual(["table", "iphone15"]);
  });

  it("treats only the last word as a possible prefix", () => {
    expect(correctedWords(["tabl", "oak"], words)).toEqual(["table", "oak"]);
    expect(correctedWords(["oak", "tabl"], words)).toBeNull();
    expect(correctedWords(["oak", "ablet"], words)).toEqual(["oak", "tablet"]);
    expect(correctedWords(["table", "oak"], words)).toBeNull();
  });

  it("returns null when all words exist, or one has no near word", () => {
    expect(correctedWords(["oak", "table"], words)).toBeNull();
    expect(correctedWords(["oak", "tab"], words)).toBeNull();
    expect(correctedWords(["café"], words)).toBeNull();
    expect(correctedWords(["tabel", "zeppelin"], words)).toBeNull();
    expect(correctedWords([], words)).toBeNull();
  });
});
