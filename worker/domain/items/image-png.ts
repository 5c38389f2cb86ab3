/** Strips PNG metadata, keeping picture chunks only (A80). Nothing is decoded. */
import { type CleanImage, concat, hasText, viewOf } from "./image-bytes.ts";

const SIGNATURE_LENGTH = 8;
/** Pixels, palette, transparency and colour information. */
const KEPT_CHUNKS = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs".split(" "));

/** Returns null when the file is damaged, truncated, or has an unknown critical chunk. */
export function cleanPng(file: Uint8Array): CleanImage | null {
  const view = viewOf(file);
  const kept: Uint8Array[] = [file.subarray(0, SIGNATURE_LENGTH)];
  let at = SIGNATURE_LENGTH;
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;

  while (at + 12 <= file.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > file.length) return null;
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(name)) return null;
    if ((name === "IHDR") !== (size === null)) return null; // first, and only once
    if (name === "IHDR") {
      if (length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
      if (size.width === 0 || size.height === 0) return null;
    }
    // An upper-case first letter marks a chunk that is required to show the picture.
    if (!KEPT_CHUNKS.has(name) && name[0] === name[0]?.toUpperCase()) return null;
    if (KEPT_CHUNKS.has(name)) kept.push(file.subarray(at, end));
    if (name === "IDAT") hasPixels = true;
    if (name === "IEND") return size && hasPixels ? { ...size, bytes: concat(kept) } : null;
    at = end;
  }
  return null;
}

export function isPng(file: Uint8Array): boolean {
  return hasText(file, 0, "\x89PNG\r\n\x1a\n");
}
