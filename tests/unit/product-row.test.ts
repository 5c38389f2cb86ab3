import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvCell, csvLine, unescapeCell } from "#domain/csv";
import { columnOf, readProductRow } from "#domain/selling/product-row";
import cases from "./product-row.json" with { type: "json" };

const row = (change: Record<string, string>) =>
  readProductRow({ title: "Desk", price: "20", category: "furniture", condition: "good", ...change });

describe("columnOf", () => {
  it.each(cases.headings as [string, string | null][])('reads the heading "%s" as %s', (heading, column) =>
    expect(columnOf(heading)).toBe(column),
  );
});

describe("readProductRow", () => {
  it.each([
    ["$1,240.50", 1240.5],
    ["Free", 0],
    ["1,240 each", 1240],
    // What is no amount stays, so that the price validation gives the reason.
    ["1.200", "1.200"],
    ["US$20", "US$20"],
    ["cheap", "cheap"],
  ])('reads the price "%s" as %s', (typed, price) => expect(row({ price: typed }).input.price).toBe(price));

  it.each([
    ["Toys & Games", "toys"],
    ["home_garden", "home_garden"],
    ["HOME AND GARDEN", "HOME AND GARDEN"],
    ["phones", "phones"],
  ])('reads the category "%s" as %s', (typed, category) =>
    expect(row({ category: typed }).input.category).toBe(category),
  );

  it("lists the valid categories and conditions when one is unknown", () => {
    expect(row({ category: "Boats", condition: "shiny" }).problems.map(({ message }) => message)).toEqual([
      `There's no category "Boats". Use one of: Electronics, Clothing, Furniture, Books, Toys & Games, Sports & Outdoors, Home & Garden, Automotive, Collectibles, Other.`,
      `There's no condition "shiny". Use one of: New, Like new, Good, Fair, Poor, For parts.`,
    ]);
    expect(row({ category: "phones", condition: "Like new" }).problems).toEqual([]);
  });

  it("quotes at most forty characters of an unknown word", () => {
    const messages = (typed: string) => row({ category: typed }).problems.map(({ message }) => message.split('"')[1]);
    expect(messages("x".repeat(40))).toEqual(["x".repeat(40)]);
    expect(messages("x".repeat(41))).toEqual([`${"x".repeat(40)}…`]);
  });

  it("ignores empty cells, and leaves an empty category and condition to the listing validation", () => {
    expect(readProductRow({})).toEqual({ input: { title: "", price: "", category: "", condition: "" }, problems: [] });
    const words = {
      description: "d",
      suburb: "s",
      city: "c",
      collection_address: "a",
      negotiation_notes: "n",
      public_notes: "p",
    };
    const spaced = Object.fromEntries(
      Object.entries({ ...words, title: "Desk" }).map(([at, text]) => [at, ` ${text} `]),
    );
    expect(row(spaced).input).toEqual({
      title: "Desk",
      price: 20,
      category: "furniture",
      condition: "good",
      ...words,
    });
  });

  it("splits tags, and enables negotiation when there is a minimum", () => {
    expect(row({ postcode: "800", tags: "oak; table, big|", minimum_price: "$15" }).input).toMatchObject({
      postcode: "800",
      tags: ["oak", "table", "big"],
      minimum_price: 15,
      negotiation_enabled: true,
    });
    expect(row({}).input).not.toHaveProperty("negotiation_enabled");
  });
});

describe("exported CSV file", () => {
  it("contains no formula that a spreadsheet would run", () => {
    for (const text of cases.nasty) expect(csvCell(text)).not.toMatch(/^"?[=+\-@\t]/);
  });

  it("reads back unchanged", () => {
    const { data } = Papa.parse<string[]>(csvLine(cases.nasty).trimEnd());
    expect(data[0]?.map(unescapeCell)).toEqual(cases.nasty);
  });

  it("writes numbers as numbers", () => expect(csvLine([12.5, null, 0])).toBe("12.5,,0\r\n"));
});
