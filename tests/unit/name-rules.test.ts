import { describe, expect, it } from "vitest";
import { nameProblem } from "#domain/account/name-rules";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/name-rules.tsv");

describe("nameProblem", () => {
  it.each(cases("refuses"))("refuses %s", (name) => {
    expect(nameProblem(name)).toBe("Names can't include web addresses or the @ sign. Please remove it.");
  });

  it.each([
    "Anna",
    "J.R.R. Tolkien",
    "J.R. Smith",
    "Mr.Smith",
    "St.John Rivers",
    "Dr. Who",
    "Anna B.",
    "Mary-Jane O'Neil",
    "No.1 Bikes",
    "Robin & Co.",
    "Zoë Å.",
    "李小龍",
    "Bikes 4.0",
    "",
  ])("allows %s", (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  it("refuses names that are reserved for the service", () => {
    expect(nameProblem("Goodstreet Support")).toBe("That name is reserved for Goodstreet. Please choose another.");
  });
});
