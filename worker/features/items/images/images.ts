/** Stores uploaded photos: validated, stripped of metadata, and named by their content (D13, A78–A81). */

import type { Photo } from "#contract/items";
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, IMAGE_SIDES } from "#contract/items/images";
import { type ImageProblem, type ReadImage, readImage } from "#domain/items/image-file";
import { photoKey } from "#domain/items/photo-keys";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { images } from "../../../db/schema/items.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { presentPhoto } from "./present.ts";

/** Parts of the upload: the photo and its smaller renditions, made in the browser. */
export const UPLOAD_PARTS = ["original", "w800", "w400"] as const;
export type UploadPart = (typeof UPLOAD_PARTS)[number];
export type Upload = { original: Uint8Array } & Partial<Record<UploadPart, Uint8Array>>;

type Checked = Extract<ReadImage, { ok: true }>;

const [, SIDE_800, SIDE_400] = IMAGE_SIDES;
/** A rendition must not be larger than its slot, or a grid of small pictures would load large files. */
const MAX_SIDE: Record<UploadPart, number> = { original: IMAGE_MAX_SIDE, w800: SIDE_800, w400: SIDE_400 };

function refuseImage(problem: ImageProblem, part: UploadPart): Refusal {
  const invalid = (message: string) => refuseField(part, message);
  switch (problem) {
    case "unsupported":
      return refuse("unsupported_media", "Photos must be JPEG, PNG or WebP.");
    case "damaged":
      return invalid("This photo is damaged. Please choose another one.");
    case "animated":
      return invalid("We don't accept animated images. Please choose a still photo.");
    case "too_large":
      return invalid(
        part === "original"
          ? "This photo is too large. The limit is 8,192 pixels per side and 40 million in total."
          : `The ${part} size can be at most ${MAX_SIDE[part]} pixels per side.`,
      );
  }
}

function checkPart(part: UploadPart, bytes: Uint8Array): Result<Checked> {
  if (bytes.length > IMAGE_MAX_BYTES) return refuse("too_large", "Photos can be up to 5 MB.");
  const image = readImage(bytes, { side: MAX_SIDE[part], pixels: IMAGE_MAX_PIXELS });
  return image.ok ? done(image) : refuseImage(image.problem, part);
}

/** For a deployment whose photos have a domain of their own: a year in browsers, a day in Cloudflare's cache. */
const PHOTO_CACHE_CONTROL = "public, max-age=31536000, s-maxage=86400, immutable";

async function keyOf({ bytes, type }: Checked): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return photoKey(hex, type);
}

/**
 * Stores a photo with its renditions for the signed-in user. All parts are validated before the first is stored. A
 * missing rendition is replaced by the next larger one. The row is written before the bytes, so that the sweep of
 * unused photos spares an object that an earlier row of the same bytes no longer needs, and no object is ever without a
 * row.
 */
export async function storePhoto(services: Services, actor: Actor, upload: Upload): Promise<Result<Photo>> {
  const checked: Partial<Record<UploadPart, Checked>> = {};
  for (const part of UPLOAD_PARTS) {
    const bytes = upload[part];
    if (!bytes) continue;
    const image = checkPart(part, bytes);
    if (!image.ok) return image;
    checked[part] = image.value;
  }
  const { original, w800, w400 } = checked;
  if (!original) return refuseImage("unsupported", "original");

  const { db, env, now, newId } = services;
  const key = await keyOf(original);
  const key_800 = w800 ? await keyOf(w800) : key;
  const key_400 = w400 ? await keyOf(w400) : key_800;
  const [row] = await db
    .insert(images)
    .values({
      id: newId("img"),
      owner_id: actor.id,
      key,
      key_800,
      key_400,
      width: original.width,
      height: original.height,
      bytes: original.bytes.length + (w800?.bytes.length ?? 0) + (w400?.bytes.length ?? 0),
      created_at: now(),
    })
    .returning();
  if (!row) throw new Error("The photo's row was not written.");
  const objects = new Map([
    [key_400, w400 ?? w800 ?? original],
    [key_800, w800 ?? original],
    [key, original],
  ]);
  await Promise.all(
    [...objects].map(([name, { bytes, type }]) =>
      env.IMAGES.put(name, bytes, { httpMetadata: { contentType: type, cacheControl: PHOTO_CACHE_CONTROL } }),
    ),
  );
  return done(presentPhoto(row));
}
