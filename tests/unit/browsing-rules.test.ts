import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BROWSING_RULES } from "../browsing-rules.ts";

/** Returns the text of a test file, without line breaks before the first argument of a call. */
const read = (file: string) => readFileSync(resolve(import.meta.dirname, "..", file), "utf8").replaceAll(/\(\s+/g, "(");

describe("BROWSING_RULES", () => {
  it("names an existing test for each rule", () => {
    const missing = BROWSING_RULES.flatMap(({ rule, proofs }) =>
      proofs
        .filter(([file, name]) => !['"', "`", "'"].some((quote) => read(file).includes(`(${quote}${name}`)))
        .map(([file, name]) => `${rule}: ${file} › ${name}`),
    );
    expect(missing).toEqual([]);
    expect(BROWSING_RULES.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  });
});
