import { expect, it } from "vitest";
import { posesAsHouse } from "#domain/house-names";

it("takes a name for the house's own where one of its words stands in it, however it is spelt (A84)", () => {
  for (const name of [
    "Goodstreet",
    "goodstreet payments",
    "Anna (Moderator)",
    "ADMIN",
    "The Administrator",
    "Knowzee_team",
    "G o o d s t r e e t",
    "a.d.m.i.n",
    "Ådmin",
    "ＡＤＭＩＮ",
  ]) {
    expect(posesAsHouse(name), name).toBe(true);
  }
});

it.each([
  ["а", "аdmin"],
  ["е", "goodstrееt"],
  ["о", "gооdstreet"],
  ["р", "suррort"],
  ["с", "offiсial"],
  ["у", "securitу"],
  ["ѕ", "goodѕtreet"],
  ["і", "admіn"],
  ["ԁ", "aԁmin"],
  ["м", "adмin"],
  ["т", "goodsтreet"],
  ["к", "кnowzee"],
  ["н", "нelpdesk"],
  ["ο (Greek)", "gοοdstreet"],
  ["ρ", "suρρort"],
  ["ι", "admιn"],
  ["τ", "goodsτreeτ"],
  ["κ", "κnowzee"],
  ["α", "αdmin"],
  ["ı", "admın"],
  ["0", "g00dstreet"],
  ["1", "adm1n"],
  ["3", "knowz33"],
  ["5", "good5treet"],
  ["@", "@dmin"],
])("reads %s as the letter it is drawn like", (_, name) => {
  expect(posesAsHouse(name)).toBe(true);
});

it("takes words that are names as well for the house's own only where they are the whole of one", () => {
  for (const name of [
    "Support",
    "staff",
    "Official!",
    "System",
    "help desk",
    "Security",
    "Customer Service",
    "customer-support",
  ]) {
    expect(posesAsHouse(name), name).toBe(true);
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
    expect(posesAsHouse(name), name).toBe(false);
  }
});
