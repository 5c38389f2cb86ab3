/** Reads QR codes from images: with the browser's detector if it has one, otherwise with a library loaded on demand. */
interface Detector {
  detect: (source: ImageBitmapSource) => Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: "qr_code"[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

async function nativeDetector(): Promise<DetectorClass | null> {
  const known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Chrome on Linux and Windows has the class but supports no formats.
  const formats = await known?.getSupportedFormats().catch((): readonly string[] => []);
  return known && formats?.includes("qr_code") ? known : null;
}

export type QrReader = (source: ImageBitmapSource) => Promise<string | null>;

let reader: Promise<QrReader> | null = null;

async function load(): Promise<QrReader> {
  const Class: DetectorClass = (await nativeDetector()) ?? (await import("qr/decode.js")).BarcodeDetector;
  const detector = new Class({ formats: ["qr_code"] });
  return async (source) => (await detector.detect(source))[0]?.rawValue ?? null;
}

/** Loads the reader. Call it in advance, because there may be no network at the collection place. */
export function openQrReader(): Promise<QrReader> {
  reader ??= load().catch((error: unknown) => {
    reader = null;
    throw error;
  });
  return reader;
}

/** Larger images are scaled down for speed (px). */
const LONGEST_SIDE = 1_600;

/** Returns the text of the QR code in a photo; null when there is none, or the file is not an image. */
export async function readQrPhoto(file: Blob): Promise<string | null> {
  const full = await createImageBitmap(file).catch(() => null);
  if (!full) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(full.width, full.height));
  const read = await openQrReader();
  try {
    if (scale === 1) return await read(full);
    const small = await createImageBitmap(full, {
      resizeWidth: Math.round(full.width * scale),
      resizeHeight: Math.round(full.height * scale),
      resizeQuality: "high",
    });
    const text = await read(small);
    small.close();
    // A code that is small in the photo may be lost by scaling.
    return text ?? (await read(full));
  } finally {
    full.close();
  }
}
