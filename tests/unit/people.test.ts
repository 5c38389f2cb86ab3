import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayName } from "#domain/account/display-name";
import { passwordProblem } from "#domain/account/password";
import { emailRetryDelay, withoutTokens } from "#domain/notifications/email-retry";
import cases from "./people.json" with { type: "json" };

const TITLE = /^(?:mr|mrs|ms|miss|mx|mister|dr|prof|professor|rev|sir|dame|lady)$/;

describe("displayName", () => {
  it.each(cases.displayNames)("shows %j as %j", (full, shown) => {
    expect(displayName(full)).toBe(shown);
  });

  it("never shows more of the last name than its initial", () => {
    // A title is no first name.
    const firstName = fc.stringMatching(/^[a-z]{2,10}$/).filter((name) => !TITLE.test(name));
    fc.assert(
      fc.property(firstName, fc.stringMatching(/^[a-z]{3,10}$/), (first, last) => {
        expect(displayName(`${first} ${last}`)).toBe(`${first} ${last[0]?.toUpperCase()}.`);
      }),
    );
  });
});

describe("passwordProblem", () => {
  const problem = (password: string) => passwordProblem(password, "jane@example.com", (p) => p === "password1234");

  it("accepts 10 to 128 characters, including spaces and emoji", () => {
    expect(problem("correct horse battery staple")).toBeNull();
    expect(problem("käsebrötchen")).toBeNull();
    expect(problem("🐨🦘🐊🦎🐍🦜🐢🐬🦈🐙")).toBeNull();
    expect(problem("x1y2".repeat(32))).toBeNull();
  });

  it("counts characters, not bytes or UTF-16 units", () => {
    expect(problem("🐨🦘🐊🦎🐍")).toBe("Use at least 10 characters.");
    expect(problem("ninechars")).toBe("Use at least 10 characters.");
    expect(problem("x1y2".repeat(33))).toBe("Use at most 128 characters.");
  });

  it("refuses leaked passwords in any case, the email address, and one or two repeated characters", () => {
    expect(problem("PassWord1234")).toContain("data leak");
    expect(problem("JANE@example.com")).toContain("email");
    expect(problem("abababababab")).toContain("easy to guess");
  });

  it("checks the normalised form that is hashed, so full-width letters are the same password", () => {
    expect(problem("ｐａｓｓｗｏｒｄ１２３４")).toContain("data leak");
  });
});

describe("outgoing email", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 16],
    [6, 32],
    [7, 64],
  ])("is tried again after failed attempt %i, in %i minutes", (attempts, minutes) => {
    expect(emailRetryDelay(attempts)).toBe(minutes * 60_000);
  });

  it.each([8, 9])("is not tried again after failed attempt %i", (attempts) => {
    expect(emailRetryDelay(attempts)).toBeNull();
  });

  it("has every token removed from its stored body", () => {
    const secret = "A".repeat(43);
    expect(withoutTokens(`/signin#new-email=${secret}`)).toBe("/signin#new-email=removed");
    expect(withoutTokens(`a https://x.example/reset-password#token=${secret} b /signin#verify=${secret}`)).toBe(
      "a https://x.example/reset-password#token=removed b /signin#verify=removed",
    );
    expect(withoutTokens(`/signin#stop-email-change=${secret}`)).toBe("/signin#stop-email-change=removed");
    expect(withoutTokens("/StillAvailable?token=eyJ0.eyJh-_.sig /Unsubscribe?token=a.b.c")).toBe(
      "/StillAvailable?token=removed /Unsubscribe?token=removed",
    );
  });
});
