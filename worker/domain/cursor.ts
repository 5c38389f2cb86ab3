/**
 * Keyset cursors as opaque text. A cursor carries a hash of the sort order and filters of its list; with another list,
 * or truncated, it is refused instead of skipping or repeating entries.
 */

/** The last entry of a page: its sort key and, because keys repeat, its id. */
export interface CursorPosition {
  key: number;
  id: string;
}

type FilterValue = string | number | boolean | null | undefined;

const PAYLOAD = /^(\d{1,16})\.([a-z]{3,4}_[0-9a-z]{8,40})\.([0-9a-z]{1,11})$/;

/** @param filters every input that decides which entries the list has; absent ones may be left out. */
export function encodeCursor(order: string, filters: Record<string, FilterValue>, position: CursorPosition): string {
  return toBase64Url(`${position.key}.${position.id}.${hashOf(order, filters, position)}`);
}

/** Returns null when the text is not a cursor for this order and these filters. Never throws. */
export function decodeCursor(text: string, order: string, filters: Record<string, FilterValue>): CursorPosition | null {
  const [, key, id = "", hash] = PAYLOAD.exec(fromBase64Url(text) ?? "") ?? [];
  const position = { key: Number(key), id };
  return Number.isSafeInteger(position.key) && hash === hashOf(order, filters, position) ? position : null;
}

/** 53 bits, not cryptographic: it distinguishes lists and is no protection. */
function hashOf(order: string, filters: Record<string, FilterValue>, { key, id }: CursorPosition): string {
  const named = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([order, key, id, named]);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** ASCII only. Implemented here because this folder compiles without DOM or Node types. */
function toBase64Url(ascii: string): string {
  let out = "";
  let bits = 0;
  let held = 0;
  for (let i = 0; i < ascii.length; i++) {
    held = ((held << 8) | ascii.charCodeAt(i)) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      out += DIGITS[(held >> bits) & 63];
    }
  }
  return bits > 0 ? out + DIGITS[(held << (6 - bits)) & 63] : out;
}

function fromBase64Url(text: string): string | null {
  let out = "";
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = DIGITS.indexOf(character);
    if (value < 0) return null;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out += String.fromCharCode((held >> bits) & 255);
    }
  }
  return out;
}
