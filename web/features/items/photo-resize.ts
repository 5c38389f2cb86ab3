import { IMAGE_SIDES } from "#contract/items/images";

/** A photo ready for upload: three sizes, upright, without camera metadata. */
export interface PhotoSizes {
  original: Blob;
  w800: Blob;
  w400: Blob;
  width: number;
  height: number;
}

/** A file that cannot become a listing photo. The message is shown to the user. */
export class PhotoError extends Error {
  /** Whether trying the same file again may succeed. */
  readonly retryable: boolean;
  constructor(message: string, retryable = false) {
    super(message);
    this.retryable = retryable;
  }
}

const QUALITY = 0.8;
/** A larger file may exhaust a phone browser's memory while decoding. */
const FILE_MAX_BYTES = 40 * 1024 * 1024;

/** Returns the size after fitting the longer side into `side`. Never enlarges, never returns 0. */
export function fitInto(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function draw(source: CanvasImageSource, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new PhotoError("This browser couldn't process the photo. Please try another browser.");
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
  if (webp.type === "image/webp") return webp;
  // Safari has no WebP encoder and silently returns PNG, several times the size. JPEG has no transparency, so
  // transparent areas get a white background instead of black.
  const context = canvas.getContext("2d");
  if (context) {
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}

async function decode(file: Blob): Promise<ImageBitmap> {
  if (file.size === 0) throw new PhotoError("This file is empty. Please choose another one.");
  if (file.size > FILE_MAX_BYTES) throw new PhotoError("This file is larger than 40 MB. Please choose a smaller one.");
  try {
    // `from-image` applies the EXIF orientation. Re-encoding then drops all EXIF data, above all the location (A80).
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new PhotoError("We couldn't read this file as a photo. Please choose a JPEG, PNG or WebP.");
  }
}

/** Makes the three sizes. Each is scaled from the next larger one, which keeps fine detail smooth. */
export async function resizePhoto(file: Blob): Promise<PhotoSizes> {
  const bitmap = await decode(file);
  try {
    const [large, middle, small] = IMAGE_SIDES;
    const size = fitInto(bitmap.width, bitmap.height, large);
    const original = draw(bitmap, size.width, size.height);
    const at800 = fitInto(size.width, size.height, middle);
    const w800 = draw(original, at800.width, at800.height);
    const at400 = fitInto(size.width, size.height, small);
    const w400 = draw(w800, at400.width, at400.height);
    return {
      original: await encode(original),
      w800: await encode(w800),
      w400: await encode(w400),
      width: size.width,
      height: size.height,
    };
  } finally {
    bitmap.close();
  }
}
