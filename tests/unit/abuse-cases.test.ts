import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ABUSE_CASES, type Proof } from "../abuse-cases.ts";

const CASES = 112;
const sources = new Map<string, string | null>();

function read(file: string): string | null {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const path = resolve(import.meta.dirname, "..", file);
  // A value written into a title stands as "…" in the table.
  const text = existsSync(path) ? readFileSync(path, "utf8").replaceAll(/\$\{[^}]*\}/g, "…") : null;
  sources.set(file, text);
  return text;
}

/** Whether the file has a test whose title is exactly this one. */
function exists([file, title]: Proof): boolean {
  const text = read(file);
  if (text === null) return false;
  // Titles stand right behind the bracket of `it`, `test` or what `each` returns, on its line or the next.
  return ['"', "`", "'"].some((quote) => {
    const written = `${quote}${title}${quote}`;
    for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
      const before = text.slice(0, at).trimEnd();
      const after = text.slice(at + written.length).trimStart();
      if (before.endsWith("(") && after.startsWith(",")) return true;
    }
    return false;
  });
}

describe("the abuse table", () => {
  it("has each of A01 to A112 once, in order, and no other", () => {
    const ids = Array.from({ length: CASES }, (_, index) => `A${String(index + 1).padStart(2, "0")}`);
    expect(ABUSE_CASES.map(({ id }) => id)).toEqual(ids);
  });

  it("names tests that exist, by their whole title", () => {
    const gone = ABUSE_CASES.flatMap(({ id, proofs }) =>
      proofs.filter((proof) => !exists(proof)).map(([file, title]) => `${id}: ${file} › ${title}`),
    );
    expect(gone).toEqual([]);
  });

  it("names no test twice in a row, and says why where it names none", () => {
    for (const { id, proofs, untested } of ABUSE_CASES) {
      expect(new Set(proofs.map((proof) => proof.join(" › "))).size, id).toBe(proofs.length);
      expect(proofs.length > 0, id).toBe(untested === undefined);
    }
  });

  it("would notice a title that changed or went, and one that is only quoted somewhere", () => {
    const file = "unit/abuse-cases.test.ts";
    expect(exists([file, "names tests that exist, by their whole title"])).toBe(true);
    expect(exists([file, "names tests that exist"])).toBe(false);
    expect(exists([file, "The lamp was broken."])).toBe(false);
    expect(exists(["unit/no-such-file.test.ts", "names tests that exist"])).toBe(false);
  });
});
