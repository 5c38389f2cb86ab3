import { sha256 } from "@noble/hashes/sha2.js";
import { base58xrp, bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { readWallet, walletText } from "#domain/payments/crypto-address";
import type { Coin } from "#domain/payments/crypto-coins";
import cases from "./crypto-address.json" with { type: "json" };

/** Published examples of BIP-173, BIP-350, BIP-13, EIP-55 and XLS-5. */
const GOOD = cases.good as [Coin, string, string?, string?][];

const program = (bytes: number) => bech32.toWords(new Uint8Array(bytes).fill(7));

const account = new Array<number>(20).fill(7);
const noTag = new Array<number>(8).fill(0);
/** Encodes bytes as an XRP Ledger address with a correct checksum. */
const ledger = (bytes: number[]) => {
  const payload = Uint8Array.from(bytes);
  return base58xrp.encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).slice(0, 4)]));
};

const BAD: [string, Coin, string][] = [
  ...(cases.bad as [string, Coin, string][]),
  ["spaces only", "btc", "   "],
  ["version 0 under the checksum of later versions", "btc", bech32m.encode("bc", [0, ...program(20)])],
  ["taproot under the checksum of version 0", "btc", bech32.encode("bc", [1, ...program(32)])],
  ["taproot with an invalid length", "btc", bech32m.encode("bc", [1, ...program(20)])],
  ["an undefined version", "btc", bech32m.encode("bc", [2, ...program(32)])],
  ["version 0 of a wrong length", "btc", bech32.encode("bc", [0, ...program(25)])],
  ["the zero address", "usdc", `0x${"0".repeat(40)}`],
  ["bytes without a checksum", "xrp", `r${base58xrp.encode(new Uint8Array(24).fill(9))}`],
  ["500 characters", "xrp", `r${"p".repeat(500)}`],
  ["an empty text", "xrp", ""],
  ["a missing program", "btc", bech32.encode("bc", [])],
  ["a later version of the right length for the first", "btc", bech32m.encode("bc", [16, ...program(32)])],
  ["a program whose bits do not fill bytes", "btc", bech32.encode("bc", [0, ...program(20), 1])],
  ["a Ripple address of another type", "xrp", ledger([0x01, ...account])],
  ["a Ripple address that is too short", "xrp", ledger([0x00, ...account.slice(1)])],
  ["an X-address that is too short", "xrp", ledger([0x05, 0x44, ...account, 0, ...noTag.slice(1)])],
  ["an X-address with another first byte", "xrp", ledger([0x04, 0x44, ...account, 0, ...noTag])],
  ["an X-address with another second byte", "xrp", ledger([0x05, 0x45, ...account, 0, ...noTag])],
  ["an X-address without a tag that has one", "xrp", ledger([0x05, 0x44, ...account, 0, 1, ...noTag.slice(1)])],
  ["an X-address with an undefined flag", "xrp", ledger([0x05, 0x44, ...account, 2, ...noTag])],
  ["an X-address with a tag beyond 32 bits", "xrp", ledger([0x05, 0x44, ...account, 1, 1, 0, 0, 0, 1, 0, 0, 0])],
];

describe("readWallet", () => {
  it.each(GOOD)("accepts a %s address: %s", (coin, typed, address = typed, tag) => {
    expect(readWallet(coin, ` ${typed} `)).toEqual({ address, destination_tag: tag ?? null });
  });

  it.each(BAD)("refuses %s", (_why, coin, typed) => {
    expect(readWallet(coin, typed)).toBeNull();
  });

  it("accepts Ethereum addresses with zeros at either end, and in one letter case", () => {
    for (const hex of [`${"0".repeat(39)}a`, `a${"0".repeat(39)}`, "8617e340b3d01fa5f11f306f4090fd50e238070d"]) {
      const normalised = readWallet("eth", `0x${hex}`)?.address;
      expect(normalised?.toLowerCase()).toBe(`0x${hex}`);
      expect(readWallet("eth", `0x${hex.toUpperCase()}`)?.address).toBe(normalised);
    }
  });

  it("reads the destination tag from the low half of an X-address", () => {
    const tagged = (...tag: number[]) => readWallet("xrp", ledger([0x05, 0x44, ...account, 1, ...tag, 0, 0, 0, 0]));
    expect(tagged(1, 0, 0, 0)?.destination_tag).toBe("1");
    expect(tagged(0, 1, 0, 0)?.destination_tag).toBe("256");
    expect(tagged(255, 255, 255, 255)?.destination_tag).toBe("4294967295");
    expect(tagged(0, 0, 0, 0)?.destination_tag).toBe("0");
  });

  it("reads back the stored text of every accepted address", () => {
    for (const [coin, typed] of GOOD) {
      const wallet = readWallet(coin, typed);
      expect(wallet && readWallet(coin, walletText(wallet)), typed).toEqual(wallet);
    }
  });

  it("refuses an address with any one character changed", () => {
    // Ethereum addresses in lower case have no checksum, so they are left out.
    for (const [coin, typed] of GOOD.slice(0, 9).concat(GOOD.slice(11, 12))) {
      for (let at = 2; at < typed.length; at++) {
        const other = typed[at] === "2" ? "3" : "2";
        expect(readWallet(coin, typed.slice(0, at) + other + typed.slice(at + 1)), `${typed} at ${at}`).toBeNull();
      }
    }
  });
});
