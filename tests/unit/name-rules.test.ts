import { describe, expect, it } from "vitest";
import { nameProblem } from "#domain/account/name-rules";

describe("nameProblem", () => {
  it.each([
    "You won! Claim at http://evil.example/win",
    "See evil.example",
    "evil.example/win",
    "www.evil",
    "goo.gl",
    "EVIL.EXAMPLE",
    "Anna (evil。example)",
    "evil．example",
    "anna@example.com",
    "@anna",
    "anna＠example",
    "Cheap bikes: shop.com.au",
    "hxxp://evil",
  ])("refuses %s", (name) => {
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
