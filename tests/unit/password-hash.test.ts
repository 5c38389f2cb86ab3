import type { ScryptOptions } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { passwordHasher } from "../../worker/adapters/password-hash.ts";

const derivations = vi.hoisted(() => [] as ScryptOptions[]);
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const scrypt = (...args: Parameters<typeof crypto.scrypt>) => {
    derivations.push(args[3]);
    crypto.scrypt(...args);
  };
  return { ...crypto, scrypt };
});

const PASSWORD = "a quiet harbour 42";
const FULL = { N: 2 ** 14, r: 8, p: 5 };

describe("passwordHasher", () => {
  const { hash, verify } = passwordHasher({ APP_ENV: "production" });
  beforeEach(() => derivations.splice(0));

  it("hashes at full cost and recognises the password", async () => {
    const stored = await hash(PASSWORD);
    expect(stored).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verify(PASSWORD, stored)).toBe(true);
    expect(await verify(`${PASSWORD}.`, stored)).toBe(false);
    expect(derivations.map(({ N, r, p }) => ({ N, r, p }))).toEqual([FULL, FULL, FULL]);
  });

  it("does the same work for an address without an account as for a wrong password (A18)", async () => {
    for (const stored of [await hash(PASSWORD), null]) {
      derivations.splice(0);
      expect(await verify("a wrong password", stored)).toBe(false);
      expect(derivations).toEqual([expect.objectContaining(FULL)]);
    }
  });

  it("never matches the hash that stands for nobody", async () => {
    expect(await verify("", null)).toBe(false);
  });

  it.each([
    ["local", true],
    ["production", false],
  ] as const)("with APP_ENV %s obeys a low cost: %s", async (APP_ENV, obeyed) => {
    await passwordHasher({ APP_ENV, PASSWORD_COST: "low" }).hash(PASSWORD);
    expect(derivations.map(({ N }) => N === FULL.N)).toEqual([!obeyed]);
  });
});
