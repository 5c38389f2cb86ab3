/** Strips WebP metadata, keeping picture chunks only (A80). Nothing is decoded. */
import { type CleanImage, concat, hasText, viewOf } from "./image-bytes.ts";

const ALPHA_FLAG = 0x10;
const COLOUR_PROFILE_FLAG = 0x20;
const ANIMATION_FLAG = 0x02;
const HEADER_LENGTH = 12;

interface Size {
  width: number;
  height: number;
}

/** Returns "animated" for an animation; null when the file is damaged, truncated or inconsistent. */
export function cleanWebp(file: Uint8Array): CleanImage | "animated" | null {
  const view = viewOf(file);
  if (file.length < HEADER_LENGTH) return null;
  const fileEnd = 8 + view.getUint32(4, true);
  if (fileEnd > file.length) return null;

  const kept: Uint8Array[] = [];
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let at = HEADER_LENGTH;
  while (at + 8 <= fileEnd) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length & 1);
    if (at + 8 + length > fileEnd) return null;
    const chunk = file.slice(at, end);
    if (hasText(chunk, 0, "VP8X")) {
      if (canvas || picture || length < 10) return null;
      const flags = chunk[8] ?? 0;
      if (flags & ANIMATION_FLAG) return "animated";
      chunk[8] = flags & (ALPHA_FLAG | COLOUR_PROFILE_FLAG);
      canvas = { width: 1 + threeBytes(chunk, 12), height: 1 + threeBytes(chunk, 15) };
      kept.push(chunk);
    } else if (hasText(chunk, 0, "ANIM") || hasText(chunk, 0, "ANMF")) {
      return "animated";
    } else if (hasText(chunk, 0, "VP8 ") || hasText(chunk, 0, "VP8L")) {
      if (picture) return null;
      picture = hasText(chunk, 0, "VP8 ") ? lossySize(chunk.subarray(8)) : losslessSize(chunk.subarray(8));
      if (!picture) return null;
      kept.push(chunk);
    } else if (hasText(chunk, 0, "ALPH") || hasText(chunk, 0, "ICCP")) {
      kept.push(chunk);
    }
    at = end;
  }
  if (!picture) return null;
  // Two different sizes for one picture would let it bypass the size check.
  if (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)) return null;

  const header = file.slice(0, HEADER_LENGTH);
  viewOf(header).setUint32(4, 4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), true);
  return { ...picture, bytes: concat([header, ...kept]) };
}

export function isWebp(file: Uint8Array): boolean {
  return hasText(file, 0, "RIFF") && hasText(file, 8, "WEBP");
}

function threeBytes(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}

function lossySize(data: Uint8Array): Size | null {
  const keyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0 && hasText(data, 3, "\x9d\x01\x2a");
  if (!keyFrame) return null;
  const view = viewOf(data);
  const size = { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  return size.width > 0 && size.height > 0 ? size : null;
}

function losslessSize(data: Uint8Array): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null;
  const bits = viewOf(data).getUint32(1, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
