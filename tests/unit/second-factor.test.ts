import { describe, expect, it } from "vitest";
import { CONFIRMED_FOR_MS, isRecentlyAuthenticated } from "#domain/account/recent-authentication";
import { relyingParty } from "#domain/account/relying-party";
import {
  appAddress,
  appSecret,
  codeAt,
  hasSecondFactor,
  proofsOf,
  readCode,
  recoveryCode,
  roleInSession,
  stepOfCode,
} from "#domain/account/second-factor";

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes of an authenticator app", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238 at %i seconds", (seconds, code) => {
    expect(codeAt(SECRET, seconds * 1000)).toBe(code);
    expect(stepOfCode(SECRET, code, 0, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it("are accepted one period early and late, and no more", () => {
    const now = 1_800_000_000_000;
    const step = now / 30_000;
    const accepted = [-2, -1, 0, 1, 2].map((periods) =>
      stepOfCode(SECRET, codeAt(SECRET, now + periods * 30_000), 0, now),
    );
    expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
  });

  it("are refused when they are not newer than the last one", () => {
    const now = 1_800_000_000_000;
    const step = now / 30_000;
    const code = codeAt(SECRET, now);
    expect(stepOfCode(SECRET, code, step - 1, now)).toBe(step);
    expect(stepOfCode(SECRET, code, step, now)).toBeNull();
    expect(stepOfCode(SECRET, code, step + 1, now)).toBeNull();
  });

  it.each(["", "12345", "1234567", "12345a", "１２３４５６"])("are six digits, not %j", (code) => {
    expect(stepOfCode(SECRET, code, 0, 59_000)).toBeNull();
  });

  it("come from a secret of 160 bits, which the app reads from an address", () => {
    const secret = appSecret(new TextEncoder().encode("12345678901234567890"));
    expect(secret).toBe(SECRET);
    const address = new URL(appAddress(secret, "jo@example.com"));
    expect(decodeURIComponent(address.pathname)).toContain("Goodstreet:jo@example.com");
    expect(address.searchParams.get("secret")).toBe(SECRET);
    expect(address.searchParams.get("issuer")).toBe("Goodstreet");
  });
});

describe("recovery codes", () => {
  it("have 16 letters in groups of four", () => {
    expect(recoveryCode(Uint8Array.from({ length: 16 }, (_, i) => i))).toBe("0123-4567-89ab-cdef");
    expect(recoveryCode(new Uint8Array(16).fill(255))).toBe("zzzz-zzzz-zzzz-zzzz");
  });

  it("are read in any notation", () => {
    expect(readCode("0123-4567-89ab-cdef")).toEqual({ recovery: "0123-4567-89ab-cdef" });
    expect(readCode(" O1Z3 4567 89AB CDEF ")).toEqual({ recovery: "01z3-4567-89ab-cdef" });
    expect(readCode("il23456789abcdef")).toEqual({ recovery: "1123-4567-89ab-cdef" });
  });

  it("differ from the codes of an app", () => {
    expect(readCode("123 456")).toEqual({ app: "123456" });
    for (const other of ["", "12345", "0123-4567-89ab-cde", "0123-4567-89ab-cdeu", "0123-4567-89ab-cdef0"]) {
      expect(readCode(other)).toBeNull();
    }
  });
});

describe("a second factor", () => {
  it("is a passkey or an app; recovery codes alone are none", () => {
    expect(hasSecondFactor({ passkeys: 0, app: false })).toBe(false);
    expect(hasSecondFactor({ passkeys: 1, app: false })).toBe(true);
    expect(hasSecondFactor({ passkeys: 0, app: true })).toBe(true);
  });

  it("is proved by what the account has", () => {
    expect(proofsOf({ passkeys: 1, app: false, recovery_codes: 0 }, true)).toEqual(["passkey"]);
    expect(proofsOf({ passkeys: 1, app: false, recovery_codes: 3 }, false)).toEqual(["code"]);
    expect(proofsOf({ passkeys: 2, app: true, recovery_codes: 0 }, true)).toEqual(["passkey", "code"]);
    expect(proofsOf({ passkeys: 0, app: false, recovery_codes: 0 }, true)).toEqual([]);
  });

  it("is what staff need for their role in a session, where it is required", () => {
    const [proved, not] = [{ second_factor_at: 1 }, { second_factor_at: null }];
    expect(roleInSession("super_admin", not, true)).toBe("user");
    expect(roleInSession("admin", proved, true)).toBe("admin");
    expect(roleInSession("admin", not, false)).toBe("admin");
    expect(roleInSession("user", not, true)).toBe("user");
  });
});

describe("a recent authentication", () => {
  const now = 1_000_000_000;
  const session = { created_at: 0, confirmed_at: null, second_factor_at: null };

  it("is a sign-in or the password, without a second factor", () => {
    const at = (ago: number) => now - ago;
    expect(isRecentlyAuthenticated({ ...session, created_at: at(CONFIRMED_FOR_MS - 1) }, false, now)).toBe(true);
    expect(isRecentlyAuthenticated({ ...session, created_at: at(CONFIRMED_FOR_MS) }, false, now)).toBe(false);
    expect(isRecentlyAuthenticated({ ...session, confirmed_at: at(1) }, false, now)).toBe(true);
  });

  it("is the second factor where there is one", () => {
    const recent = { created_at: now, confirmed_at: now, second_factor_at: null };
    expect(isRecentlyAuthenticated(recent, true, now)).toBe(false);
    expect(isRecentlyAuthenticated({ ...recent, second_factor_at: now - CONFIRMED_FOR_MS + 1 }, true, now)).toBe(true);
    expect(isRecentlyAuthenticated({ ...recent, second_factor_at: now - CONFIRMED_FOR_MS }, true, now)).toBe(false);
  });
});

describe("the relying party of passkeys", () => {
  it("is the host of the configured origin", () => {
    expect(relyingParty(new URL("https://goodstreet.example"))).toEqual({
      id: "goodstreet.example",
      name: "Goodstreet",
      origin: "https://goodstreet.example",
    });
    expect(relyingParty(new URL("http://localhost:8787"))?.id).toBe("localhost");
  });

  it.each(["http://127.0.0.1:8787", "http://[::1]:8787", "file:///tmp"])("is none for %s", (address) => {
    expect(relyingParty(new URL(address))).toBeNull();
  });
});
