import { describe, expect, it } from "vitest";
import { findEmail, findLink } from "#domain/safety/content-filter/addresses";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/content-filter-addresses.tsv");

const PLAIN = { bait: false, disguised: false };
const SPELLED = { bait: false, disguised: true };

describe("findEmail", () => {
  it.each(["dave@example.com", "a.b+c-d@mail.example.fr", "x@y.fr", "d_@y.fr", "write to x@y.fr today"])(
    "finds a plain address: %s",
    (text) => {
      expect(findEmail(text)).toEqual({ disguised: false });
    },
  );

  it.each(cases("finds a disguised address"))("finds a disguised address: %s", (text) => {
    expect(findEmail(text)).toEqual({ disguised: true });
  });

  it.each([
    "live music at five",
    "yahoo we won",
    "meet at the outlook",
    "my outlook on it",
    "a dot in the corner",
    "@",
  ])("does not find an address in %s", (text) => {
    expect(findEmail(text)).toBeNull();
  });
});

describe("findLink", () => {
  const link = (text: string) => findLink(text, undefined);

  it.each(cases("finds a plain link"))("finds a plain link: %s", (text) => {
    expect(link(text)).toEqual(PLAIN);
  });

  it.each([
    "www dot example dot fr",
    "www .example.fr",
    "wwwdot example.fr",
    "example (dot) com",
    "example[dot]net",
    "example dot org",
    "example{.}shop",
  ])("finds a disguised link: %s", (text) => {
    expect(link(text)).toEqual(SPELLED);
  });

  it.each(cases("does not find a link in"))("does not find a link in %s", (text) => {
    expect(link(text)).toBeNull();
  });

  it.each(cases("marks shortened and chat links as bait"))("marks shortened and chat links as bait: %s", (text) => {
    expect(link(text)).toEqual({ bait: true, disguised: false });
    expect(link(`https://${text}`)).toEqual({ bait: true, disguised: false });
  });

  it.each(cases("marks a host named"))("marks a host named %s as bait", (name) => {
    expect(link(`https://${name}.fr`)).toEqual({ bait: true, disguised: false });
    expect(link(`https://my.${name}.fr`)).toEqual({ bait: true, disguised: false });
  });

  it("marks payment and sign-in paths as bait, but not words that only begin like them", () => {
    for (const path of ["pay", "confirm", "verify", "login"])
      expect(link(`https://example.fr/${path}`)).toEqual({ bait: true, disguised: false });
    for (const path of ["paying", "logbook", "about"]) expect(link(`https://example.fr/${path}`)).toEqual(PLAIN);
  });

  it("marks links written to evade the filter as bait", () => {
    expect(link("hxxps://example.fr")).toEqual({ bait: true, disguised: true });
    expect(link("hxxp://example.fr")).toEqual({ bait: true, disguised: true });
  });

  it.each([
    ["https://shop.example.com", "shop.example.com"],
    ["http://shop.example.com/item", "shop.example.com"],
    ["HTTPS://Shop.Example.com/item", "shop.example.COM"],
    ["shop.example.com", "shop.example.com"],
    ["shop.example.com/see/my-chairs.com", "shop.example.com"],
    ["http://localhost:8787/item", "localhost:8787"],
  ])("ignores links to this site: %s on %s", (text, host) => {
    expect(findLink(text, host)).toBeNull();
    expect(findLink(`${text} and www.example.fr`, host)).toEqual(PLAIN);
  });

  it("finds links to other hosts that only contain this site's name", () => {
    expect(findLink("https://shop.example.com", "")).toEqual(PLAIN);
    expect(findLink("https://shop.example.com.fr", "shop.example.com")).toEqual(PLAIN);
    expect(findLink("https://example.fr/shop.example.com", "shop.example.com")).toEqual(PLAIN);
    expect(findLink("https://shop.example.com:81/x", "shop.example.com")).toEqual(PLAIN);
  });
});
