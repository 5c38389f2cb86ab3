import { expect, it } from "vitest";
import { isReservedName } from "#domain/account/reserved-names";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/reserved-names.tsv");

it("isReservedName finds a reserved word inside a name, however it is spelled (A84)", () => {
  for (const name of cases("inside a name").flat()) {
    expect(isReservedName(name), name).toBe(true);
  }
});

it.each(cases("look-alike letters"))("isReservedName reads %s as the Latin letter it looks like", (_, name) => {
  expect(isReservedName(name)).toBe(true);
});

it("isReservedName refuses words that are also surnames only as the whole name", () => {
  for (const name of cases("the whole name").flat()) {
    expect(isReservedName(name), name).toBe(true);
  }
  for (const name of [
    "Ben Stafford",
    "Pat Support",
    "Staff Sergeant Lee",
    "Systema",
    "Good Street Café",
    "Administra",
    "Street",
    "",
  ]) {
    expect(isReservedName(name), name).toBe(false);
  }
});
