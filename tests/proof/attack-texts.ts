/**
 * Attack texts by family: SQL, search and LIKE operators, markup, prompt injection, table cells and mail headers,
 * paths, templates. Most lines combine a way to break out with a payload.
 */

import families from "./attack-texts.json" with { type: "json" };

export interface Attack {
  family: keyof typeof families;
  text: string;
}

/** 1234 × 4321, which no honest text contains: it shows that a template was evaluated. */
export const EVALUATED = "5332114";

/** Long ones are made here, and half a letter, which not every reader of JSON takes. */
const MADE: Partial<Record<Attack["family"], string[]>> = {
  search: ["x".repeat(300), "a ".repeat(150), '"'.repeat(64)],
  odd: ["\ud800", "👩‍👩‍👧‍👦".repeat(20), "a".repeat(10_000)],
};

export const CORPUS = (Object.keys(families) as Attack["family"][]).flatMap((family) => {
  const { starts, ends, more } = families[family];
  const lines = [...starts.flatMap((start) => ends.map((end) => `${start}${end}`)), ...more, ...(MADE[family] ?? [])];
  return [...new Set(lines)].map((text): Attack => ({ family, text }));
});
