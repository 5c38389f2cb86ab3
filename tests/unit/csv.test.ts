import { expect, it } from "vitest";
import { csvCell, csvLine, unescapeCell } from "#domain/csv";
import cases from "./csv.json" with { type: "json" };

it.each(cases.cells as [string | number | null, string][])(
  "csvCell writes %j as %j, so that no spreadsheet runs it (A82)",
  (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  },
);

it("csvLine ends each line with CRLF", () => {
  expect(csvLine(["a", null, 3])).toBe("a,,3\r\n");
});

it("unescapeCell removes the apostrophe that csvCell added, and keeps other apostrophes", () => {
  expect(unescapeCell("'=1+1")).toBe("=1+1");
  expect(unescapeCell("'-5")).toBe("-5");
  expect(unescapeCell("'twas")).toBe("'twas");
  expect(unescapeCell("size '=' 5")).toBe("size '=' 5");
  expect(unescapeCell("")).toBe("");
});
