/**
 * Validates uploaded photos. The type is detected from the bytes, never from a name or header (A78). Sizes are read
 * from the image header without decoding, so an image bomb is never unpacked (A79).
 */
import type { CleanImage } from "./image-bytes.ts";
import { stripJpeg } from "./image-jpeg.ts";
import { cleanPng, isPng } from "./image-png.ts";
import { cleanWebp, isWebp } from "./image-webp.ts";
import type { ImageType } from "./photo-keys.ts";

export interface ImageLimits {
  side: number;
  pixels: number;
}

export type ImageProblem = "unsupported" | "damaged" | "animated" | "too_large";
export type ReadImage = ({ ok: true; type: ImageType } & CleanImage) | { ok: false; problem: ImageProblem };

/** Returns type, size and bytes of an image without metadata, or what is wrong with it. Never throws. */
export function readImage(file: Uint8Array, limits: ImageLimits): ReadImage {
  const type = imageTypeOf(file);
  if (type === null) return { ok: false, problem: "unsupported" };
  const clean = CLEANERS[type](file);
  if (clean === null) return { ok: false, problem: "damaged" };
  if (clean === "animated") return { ok: false, problem: "animated" };
  if (Math.max(clean.width, clean.height) > limits.side || clean.width * clean.height > limits.pixels) {
    return { ok: false, problem: "too_large" };
  }
  return { ok: true, type, ...clean };
}

const CLEANERS: Record<ImageType, (file: Uint8Array) => CleanImage | "animated" | null> = {
  "image/jpeg": stripJpeg,
  "image/png": cleanPng,
  "image/webp": cleanWebp,
};

/** Returns the format by its first bytes, or null. */
export function imageTypeOf(file: Uint8Array): ImageType | null {
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return "image/jpeg";
  if (isPng(file)) return "image/png";
  return isWebp(file) ? "image/webp" : null;
}
