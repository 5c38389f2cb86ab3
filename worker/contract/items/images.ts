/** Photo upload (D13, A78–A80). Uploads are raw bytes, so they do not use the JSON client. */
import type { Photo } from "../items.ts";

export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_MAX_SIDE = 8_192;
export const IMAGE_MAX_PIXELS = 40_000_000;
/** Sizes (longest side in px) that the browser creates. */
export const IMAGE_SIDES = [1600, 800, 400] as const;

/**
 * POST /api/images: multipart form with the files `original` (≤ 1600 px), `w800` and `w400`; the last two are optional.
 * 201 Photo; 413 over 5 MiB; 415 when the bytes are not JPEG, PNG or WebP; 422 when a side or the area is too large.
 * The photo belongs to the uploader and is private until an item of theirs uses it.
 */
export type UploadImageReply = Photo;
