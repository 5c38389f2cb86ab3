import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvCell, csvLine, unguarded } from "#domain/csv";
import { columnOf, readProductRow } from "#domain/product-row";

const row = (change: Record<string, string>) =>
  readProductRow({ title: "Desk", price: "20", category: "furniture", condition: "good", ...change });

describe("columns of a seller's file", () => {
  it.each([
    ["Title", "title"],
    ["PRICE (AUD)", "price"],
    ["minimum-price", "minimum_price"],
    ["Collection address", "collection_address"],
    ["Product", "title"],
    ["colour", null],
    ["constructor", null],
    ["", null],
  ])('"%s" is %s', (heading, column) => expect(columnOf(heading)).toBe(column));
});

describe("cells of a row", () => {
  it.each([
    ["$1,240.50", "1240.50"],
    ["A$ 20", "20"],
    ["20 AUD", "20"],
    ["Free", "0"],
    ["12,50", "12,50"],
    ["cheap", "cheap"],
  ])('the price "%s" is %s', (typed, price) => expect(row({ price: typed }).input.price).toBe(price));

  it.each([
    ["Toys & Games", "toys"],
    ["home_garden", "home_garden"],
    ["HOME AND GARDEN", "HOME AND GARDEN"],
    ["phones", "phones"],
  ])('the category "%s" is %s', (typed, category) => expect(row({ category: typed }).input.category).toBe(category));

  it("says which categories and conditions there are when one is unknown", () => {
    expect(row({ category: "Boats", condition: "shiny" }).problems.map(({ message }) => message)).toEqual([
      'There is no category "Boats". Use one of: Electronics, Clothing, Furniture, Books, Toys & Games, Sports & Outdoors, Home & Garden, Automotive, Collectibles, Other.',
      'There is no condition "shiny". Use one of: New, Like new, Good, Fair, Poor, For parts.',
    ]);
    expect(row({ category: "phones", condition: "Like new" }).problems).toEqual([]);
  });

  it("gives a postcode its nought back, splits tags, and lets Knowzee negotiate where there is a minimum", () => {
    expect(row({ postcode: "800", tags: "oak; table, big|", minimum_price: "$15" }).input).toMatchObject({
      postcode: "0800",
      tags: ["oak", "table", "big"],
      minimum_price: "15",
      negotiation_enabled: true,
    });
    expect(row({}).input).not.toHaveProperty("negotiation_enabled");
  });
});

describe("a file we write", () => {
  const NASTY = [
    "=1+1",
    "+61 3",
    "-5",
    "@SUM(A1)",
    "\tx",
    'say "hi"',
    "a,b",
    "two\r\nlines",
    " spaced ",
    "'quoted'",
    "",
  ];

  it("runs no formula in a spreadsheet", () => {
    for (const text of NASTY) expect(csvCell(text)).not.toMatch(/^"?[=+\-@\t]/);
  });

  it("reads back as it was", () => {
    const { data } = Papa.parse<string[]>(csvLine(NASTY).trimEnd());
    expect(data[0]?.map(unguarded)).toEqual(NASTY);
  });

  it("writes numbers as numbers", () => expect(csvLine([12.5, null, 0])).toBe("12.5,,0\r\n"));
});
