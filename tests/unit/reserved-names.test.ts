import { expect, it } from "vitest";
import { isReservedName } from "#domain/account/reserved-names";

it("isReservedName finds a reserved word inside a name, however it is spelled (A84)", () => {
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
    expect(isReservedName(name), name).toBe(true);
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
])("isReservedName reads %s as the Latin letter it looks like", (_, name) => {
  expect(isReservedName(name)).toBe(true);
});

it("isReservedName refuses words that are also surnames only as the whole name", () => {
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
