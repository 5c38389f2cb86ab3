/** An image ready to store: its displayed size, and its bytes without metadata. */
export interface CleanImage {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Returns whether the bytes at this offset equal the Latin-1 text. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Returns a view for reading numbers. Reading out of range throws a RangeError, so callers check lengths first. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
