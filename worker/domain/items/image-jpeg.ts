/**
 * Strips JPEG metadata: keeps only what a decoder needs, without EXIF (and its GPS position), XMP, comments, embedded
 * previews, maker notes and appended bytes (A80). Nothing is decoded.
 */
import { type CleanImage, concat, hasText, viewOf } from "./image-bytes.ts";

const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Quantisation, Huffman and arithmetic tables, restart interval. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker) && marker !== 0xc8;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Returns null when the file is damaged or truncated. */
export function stripJpeg(file: Uint8Array): CleanImage | null {
  const view = viewOf(file);
  const kept: Uint8Array[] = [file.subarray(0, 2)];
  let frame: { width: number; height: number } | null = null;
  let orientation = 1;
  let scans = 0;
  let at = 2;

  while (at + 2 <= file.length) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at++; // fill byte
      continue;
    }
    if (marker === EOI) {
      if (!frame || scans === 0) return null;
      kept.push(file.subarray(at, at + 2));
      return finish(kept, frame, orientation);
    }
    if (at + 4 > file.length) return null;
    const length = view.getUint16(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > file.length || isRestart(marker) || marker < 0xc0) return null;
    const body = at + 4;

    if (isFrame(marker)) {
      if (frame || length < 8) return null;
      frame = { height: view.getUint16(body + 1), width: view.getUint16(body + 3) };
      if (frame.width === 0 || frame.height === 0) return null;
      kept.push(file.subarray(at, end));
    } else if (marker === SOS) {
      if (!frame) return null;
      end = endOfScan(file, end);
      scans++;
      kept.push(file.subarray(at, end));
    } else if (TABLES.has(marker)) {
      kept.push(file.subarray(at, end));
    } else if (marker === APP0 && length >= 16 && hasText(file, body, "JFIF\0")) {
      // The same header, without its thumbnail.
      kept.push(Uint8Array.of(0xff, APP0, 0, 16), file.subarray(body, body + 12), Uint8Array.of(0, 0));
    } else if (marker === APP1 && hasText(file, body, "Exif\0\0")) {
      orientation = readOrientation(file.subarray(body + 6, end)) ?? orientation;
    } else if (marker === APP2 && hasText(file, body, "ICC_PROFILE\0")) {
      kept.push(file.subarray(at, end));
    } else if (marker === APP14 && hasText(file, body, "Adobe")) {
      kept.push(file.subarray(at, end)); // contains the colour coding
    }
    at = end;
  }
  return null;
}

/** Compressed data ends at the next real marker; `FF 00` and restart markers belong to the data. */
function endOfScan(file: Uint8Array, from: number): number {
  let at = from;
  while (at + 1 < file.length) {
    if (file[at] === 0xff) {
      const next = file[at + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
    }
    at++;
  }
  return file.length;
}

/** Returns the camera's orientation (1–8), the only EXIF field that is needed; null when not stated. */
function readOrientation(tiff: Uint8Array): number | null {
  if (tiff.length < 14) return null;
  const little = hasText(tiff, 0, "II");
  if (!little && !hasText(tiff, 0, "MM")) return null;
  const view = viewOf(tiff);
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return null;
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > tiff.length) return null;
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

function finish(kept: Uint8Array[], frame: { width: number; height: number }, orientation: number): CleanImage {
  if (orientation === 1) return { ...frame, bytes: concat(kept) };
  const [start = new Uint8Array(), ...rest] = kept;
  const turned = orientation >= 5;
  return {
    width: turned ? frame.height : frame.width,
    height: turned ? frame.width : frame.height,
    bytes: concat([start, orientationSegment(orientation), ...rest]),
  };
}

/** Builds an EXIF block that contains only the orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const exif = "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0";
  const segment = new Uint8Array(36);
  segment.set([0xff, APP1, 0, 34]);
  for (let i = 0; i < exif.length; i++) segment[4 + i] = exif.charCodeAt(i);
  segment[4 + exif.length] = orientation;
  return segment;
}
