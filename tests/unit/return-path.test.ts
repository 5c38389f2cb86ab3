import { describe, expect, it } from "vitest";
import { DEFAULT_RETURN_PATH, returnPath } from "#domain/account/return-path";

const KEPT = [
  "/",
  "/marketplace",
  "/Marketplace",
  "/itemdetail/itm_0123456789abcdefghjk",
  "/myorders?role=buyer",
  "/marketplace?search=blue+lamp&sort=-price",
  "/marketplace?search=caf%C3%A9",
  "/marketplace?q=50%25",
  "/bank-checkout?item=itm_1&step=2",
  "/settings#bank",
  "/reset-password",
  "/signing-off",
  "/a//b",
  "/marketplace?next=https://example.com",
  "/marketplace?next=//example.com",
  "/marketplace?email=a@b.example",
  "/käse",
  "/…",
];

const REFUSED: unknown[] = [
  undefined,
  null,
  42,
  {},
  ["/marketplace"],
  "",
  " ",
  "marketplace",
  " /marketplace",
  "https://evil.example",
  "HTTPS://evil.example",
  "http:/evil.example",
  "http:evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/marketplace\\..\\evil",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "mailto:a@b.example",
  "?next=/x",
  "#x",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\nLocation: https://evil.example",
  "/x\u0000y",
  "/x\u007fy",
  "/x\u0085y",
  "/x\u2028y",
  "%2f%2fevil.example",
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/%0d%0aSet-Cookie:%20a=b",
  "/%00",
  "/%",
  "/%zz",
  "/%c0%af",
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/%2e%2e//evil.example",
  "/signin",
  "/SignIn",
  "/signin/",
  "/signin?returnUrl=/signin",
  "/signin#verify=x",
  "/%73ignin",
  "/api/auth/google",
  "/API/admin/mail",
  "/functions/v1/agent-negotiate",
  "/images/abc",
  "/assets/index.js",
  `/${"x".repeat(2_000)}`,
];

describe("returnPath", () => {
  it.each(KEPT)("keeps %j unchanged (D12)", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each(REFUSED)("replaces %j with the marketplace (D12, A26)", (value) => {
    expect(returnPath(value)).toBe(DEFAULT_RETURN_PATH);
  });

  it("never returns an address that a browser would resolve to another host (A26)", () => {
    for (const value of [...KEPT, ...REFUSED]) {
      expect(new URL(returnPath(value), "https://goodstreet.example").origin).toBe("https://goodstreet.example");
    }
  });
});
