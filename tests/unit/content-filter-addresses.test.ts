import { describe, expect, it } from "vitest";
import { findEmail, findLink } from "#domain/safety/content-filter/addresses";

const PLAIN = { bait: false, disguised: false };
const SPELLED = { bait: false, disguised: true };

describe("findEmail", () => {
  it.each(["dave@example.com", "a.b+c-d@mail.example.fr", "x@y.fr", "d_@y.fr", "write to x@y.fr today"])(
    "finds a plain address: %s",
    (text) => {
      expect(findEmail(text)).toEqual({ disguised: false });
    },
  );

  it.each([
    "dave (at) example (dot) com",
    "dave[at]example[dot]net",
    "dave at example dot org",
    "dave-at-example-dot-au",
    "dave_at_example_dot_me",
    "dave a t example d o t co",
    "dave arroba example point id",
    "dave @ example . com",
    "dave {a} example {d} com",
    "dave (@) example (.) com",
    "it is dave at gmail",
    "dave then at then hotmail",
    "dave99 outlook dot com",
    "yahoo then dot net",
    "proton mail com",
    "my gmail is dave99",
    "my icloud account: dave",
  ])("finds a disguised address: %s", (text) => {
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

  it.each([
    "https://example.fr",
    "http://example.fr",
    "https//example.fr",
    "www.example.fr",
    "www. example.fr",
    "WWW.Example.fr",
    "example.com",
    "ab.com",
    "EXAMPLE.COM",
    "my-chairs.au",
    "chairs24.au",
    "chairs.example.au",
    "chairs.au/list",
    "x.au/list",
    "see example.com.",
  ])("finds a plain link: %s", (text) => {
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

  it.each([
    "Thanks.me too",
    "Lovely.au revoir",
    "Yes.No problem",
    "12 x 8.Com in",
    "x.com",
    "It was 12.com then",
    "www.a",
    "a (dot) com",
    "polka dot comforter",
    "dave@example.com",
    "example.community",
    "example.com.fr",
  ])("does not find a link in %s", (text) => {
    expect(link(text)).toBeNull();
  });

  it.each([
    "bit.ly/x",
    "tinyurl.com/x",
    "t.co/x",
    "goo.gl/x",
    "forms.gle/x",
    "rb.gy/x",
    "is.gd/x",
    "cutt.ly/x",
    "t.me/x",
    "wa.me/61",
    "m.me/x",
    "discord.gg/x",
  ])("marks shortened and chat links as bait: %s", (text) => {
    expect(link(text)).toEqual({ bait: true, disguised: false });
    expect(link(`https://${text}`)).toEqual({ bait: true, disguised: false });
  });

  it.each([
    "pay",
    "payments",
    "my-paypa1",
    "verify",
    "verification",
    "secure",
    "confirm",
    "login",
    "log-in",
    "account",
    "claim",
    "refund",
    "escrow",
    "track",
    "parcels",
    "delivery",
    "idcheck",
    "id-check",
    "support",
    "goodstreet",
    "goodstreet-help",
  ])("marks a host named %s as bait", (name) => {
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
