import { expect, it } from "vitest";
import { csvCell, csvLine, unescapeCell } from "#domain/csv";

it.each([
  [null, ""],
  ["", ""],
  [12, "12"],
  [-5, "-5"],
  ["plain", "plain"],
  ["a, b", '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["one\r", '"one\r"'],
  [" before", '" before"'],
  ["after ", '"after "'],
  ["it's", `"it's"`],
  ["=1+1", `"'=1+1"`],
  ["+61", `"'+61"`],
  ["-5", `"'-5"`],
  ["@me", `"'@me"`],
  ["\tx", `"'\tx"`],
  ["＝1+1", `"'＝1+1"`],
  ["＋61", `"'＋61"`],
  ["－5", `"'－5"`],
  ["＠me", `"'＠me"`],
  ["a=1", "a=1"],
])("csvCell writes %j as %j, so that no spreadsheet runs it (A82)", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

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
