/** Validates wallet addresses with their checksum, because a mistyped one loses the money. Main networks only. */
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58xrp, bech32, bech32m, createBase58check } from "@scure/base";
import type { Coin } from "./crypto-coins.ts";

export interface Wallet {
  address: string;
  /** XRP only: identifies the account at an exchange. */
  destination_tag: string | null;
}

const TAG_MAX = 4_294_967_295;
const LENGTH_MAX = 120;

/** Returns the typed wallet in its normalised form, or null when it is not valid for the coin. */
export function readWallet(coin: Coin, typed: string): Wallet | null {
  const text = typed.trim();
  // No address is this long, and decoding base 58 takes quadratic time.
  if (text.length > LENGTH_MAX) return null;
  switch (coin) {
    case "btc":
      return untagged(bitcoinAddress(text));
    case "eth":
    case "usdt":
    case "usdc":
      return untagged(ethereumAddress(text));
    case "xrp":
      return rippleWallet(text);
  }
}

/** Formats a wallet as the text of the seller's settings. "rAddress?dt=123" carries the tag of an XRP wallet. */
export function walletText({ address, destination_tag }: Wallet): string {
  return destination_tag === null ? address : `${address}?dt=${destination_tag}`;
}

function untagged(address: string | null): Wallet | null {
  return address === null ? null : { address, destination_tag: null };
}

const base58check = createBase58check(sha256);

function bitcoinAddress(text: string): string | null {
  return /^(bc1|BC1)/.test(text) ? segwitAddress(text) : base58Address(text);
}

/** 1… (P2PKH, version 0) and 3… (P2SH, version 5) */
function base58Address(text: string): string | null {
  const payload = attempt(() => base58check.decode(text));
  if (payload?.length !== 21) return null;
  return payload[0] === 0x00 || payload[0] === 0x05 ? text : null;
}

/** BIP-173 and BIP-350: version 0 uses the bech32 checksum, later versions bech32m. Mixed case is refused. */
function segwitAddress(text: string): string | null {
  const plain = attempt(() => bech32.decode(text as `${string}1${string}`, 90));
  const decoded = plain ?? attempt(() => bech32m.decode(text as `${string}1${string}`, 90));
  if (decoded?.prefix.toLowerCase() !== "bc") return null;
  const [version, ...words] = decoded.words;
  if ((version === 0) !== (plain !== null)) return null;
  const program = attempt(() => bech32.fromWords(words));
  // Version 1 (taproot) has 32 bytes; other lengths cannot be spent. Later versions are not defined yet.
  const lengths = version === 0 ? [20, 32] : version === 1 ? [32] : [];
  return program && lengths.includes(program.length) ? text.toLowerCase() : null;
}

/** EIP-55: the capitals are the checksum. An address in one case has no checksum and gets one. */
function ethereumAddress(text: string): string | null {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (hex === undefined || /^0+$/.test(hex)) return null;
  const checked = `0x${eip55(hex.toLowerCase())}`;
  const unchecked = hex === hex.toLowerCase() || hex === hex.toUpperCase();
  return unchecked || text === checked ? checked : null;
}

function eip55(lower: string): string {
  const hash = keccak_256(Uint8Array.from(lower, (digit) => digit.charCodeAt(0)));
  return [...lower]
    .map((digit, index) => {
      const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0xf;
      return nibble >= 8 ? digit.toUpperCase() : digit;
    })
    .join("");
}

/** Classic "r…", with its tag as "r…?dt=123" or "r…:123", or an X-address that contains both. */
function rippleWallet(text: string): Wallet | null {
  if (text.startsWith("X")) return xAddress(text);
  const [, address, tag] = /^(r[1-9A-HJ-NP-Za-km-z]{24,34})(?:(?:\?dt=|:)(\d{1,10}))?$/.exec(text) ?? [];
  if (address === undefined || !isClassic(address)) return null;
  if (tag !== undefined && Number(tag) > TAG_MAX) return null;
  return { address, destination_tag: tag === undefined ? null : String(Number(tag)) };
}

/** Ripple's own base 58 alphabet with Bitcoin's checksum. */
function rippleDecode(text: string): Uint8Array | null {
  const bytes = attempt(() => base58xrp.decode(text));
  if (bytes === null) return null;
  const payload = bytes.slice(0, -4);
  return checksumOf(payload).every((byte, index) => byte === bytes[payload.length + index]) ? payload : null;
}

function rippleEncode(payload: Uint8Array): string {
  return base58xrp.encode(Uint8Array.from([...payload, ...checksumOf(payload)]));
}

function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).slice(0, 4);
}

function isClassic(address: string): boolean {
  const payload = rippleDecode(address);
  return payload?.length === 21 && payload[0] === 0x00;
}

/** XLS-5: 2 bytes prefix (main network), account id, flag, little-endian tag in the low half of 8 bytes. */
function xAddress(text: string): Wallet | null {
  const payload = rippleDecode(text);
  if (payload?.length !== 31 || payload[0] !== 0x05 || payload[1] !== 0x44) return null;
  const flag = payload[22];
  const tagBytes = payload.slice(23);
  const address = rippleEncode(Uint8Array.from([0x00, ...payload.subarray(2, 22)]));
  if (flag === 0) return tagBytes.every((byte) => byte === 0) ? { address, destination_tag: null } : null;
  if (flag !== 1 || tagBytes.slice(4).some((byte) => byte !== 0)) return null;
  return { address, destination_tag: String(new DataView(tagBytes.buffer).getUint32(0, true)) };
}

/** Turns the codecs' exceptions into null: invalid input is expected here. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
