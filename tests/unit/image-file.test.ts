import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { readImage } from "#domain/items/image-file";
import { cleanWebp } from "#domain/items/image-webp";
import cases from "./image-file.json" with { type: "json" };

const LIMITS = { side: 8_192, pixels: 40_000_000 };
const SECRET = "canary-37.8136S-144.9631E";

/** A gradient, so that a rotated or damaged picture differs from the one sent. */
function picture(width = 40, height = 24): Sharp {
  const raw = Buffer.alloc(width * height * 3);
  for (let i = 0; i < raw.length; i++) raw[i] = (i * 7) % 256;
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

const GPS = {
  IFD0: { Make: "Canary", ImageDescription: SECRET },
  IFD3: { GPSLatitudeRef: "S", GPSLatitude: "37/1 48/1 49/1", GPSLongitudeRef: "E", GPSLongitude: "144/1 57/1 47/1" },
};

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description note="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

function read(bytes: Uint8Array) {
  const result = readImage(bytes, LIMITS);
  if (!result.ok) throw new Error(result.problem);
  return result;
}

function problemOf(bytes: Uint8Array): string {
  const result = readImage(bytes, LIMITS);
  return result.ok ? "none" : result.problem;
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
const bytesOf = (ascii: string) => Uint8Array.from(ascii, (character) => character.charCodeAt(0));
const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];

function jpegSegment(marker: number, body: number[] | Uint8Array): number[] {
  return [0xff, marker, ...u16(body.length + 2), ...body];
}

function pngChunk(name: string, body: number[]): number[] {
  return [...u32(body.length), ...bytesOf(name), ...body, 0, 0, 0, 0];
}

function webpChunk(name: string, body: number[] | Uint8Array): number[] {
  const size = body.length;
  return [...bytesOf(name), size & 255, (size >> 8) & 255, (size >> 16) & 255, 0, ...body, ...(size & 1 ? [0] : [])];
}

function riff(...chunks: number[][]): Uint8Array {
  const body = [...bytesOf("WEBP"), ...chunks.flat()];
  return Uint8Array.from([...webpChunk("RIFF", body)]);
}

describe.each(["jpeg", "png", "webp"] as const)("readImage of a %s", (format) => {
  it("removes location, camera data and XMP without changing a pixel (A80)", async () => {
    const clean = await picture().toFormat(format).toBuffer();
    const tagged = await picture().withExif(GPS).withXmp(XMP).toFormat(format).toBuffer();
    expect(text(tagged)).toContain(SECRET);

    const result = read(tagged);
    expect(result).toMatchObject({ type: `image/${format}`, width: 40, height: 24 });
    expect(text(result.bytes)).not.toMatch(/canary|Canary|xmpmeta|Exif/);
    const metadata = await sharp(result.bytes).metadata();
    expect([metadata.exif, metadata.xmp]).toEqual([undefined, undefined]);
    expect(await pixels(result.bytes)).toEqual(await pixels(clean));
  });

  it("removes data appended after the image (A78)", async () => {
    const file = await picture().toFormat(format).toBuffer();
    const result = read(Buffer.concat([file, Buffer.from(`<script>${SECRET}</script>`)]));
    expect(text(result.bytes)).not.toContain("script");
    expect(await pixels(result.bytes)).toEqual(await pixels(file));
  });

  it("keeps the colour profile", async () => {
    const file = await picture().withIccProfile("p3").toFormat(format).toBuffer();
    const metadata = await sharp(read(file).bytes).metadata();
    expect(metadata.icc).toEqual((await sharp(file).metadata()).icc);
  });

  it("changes nothing in a second pass", async () => {
    const once = read(await picture().withExif(GPS).toFormat(format).toBuffer()).bytes;
    expect(read(once).bytes).toEqual(once);
  });

  it("refuses a truncated file at any length", async () => {
    const file = new Uint8Array(await picture(12, 10).toFormat(format).toBuffer());
    for (let length = 12; length < file.length - 1; length++) {
      expect(["damaged", "unsupported"], `cut at ${length}`).toContain(problemOf(file.subarray(0, length)));
    }
  });
});

it("readImage keeps a progressive JPEG intact", async () => {
  const file = await picture(200, 150).jpeg({ progressive: true }).toBuffer();
  expect(await pixels(read(file).bytes)).toEqual(await pixels(file));
});

it("readImage keeps lossless, lossy and transparent WebP intact", async () => {
  const transparent = picture().ensureAlpha(0.5);
  for (const file of [
    await picture().webp({ lossless: true }).toBuffer(),
    await picture().webp({ quality: 30 }).toBuffer(),
    await transparent.webp().toBuffer(),
    await transparent.webp({ lossless: true }).toBuffer(),
  ]) {
    const result = read(file);
    expect(result).toMatchObject({ width: 40, height: 24 });
    expect(await pixels(result.bytes)).toEqual(await pixels(file));
  }
});

it("readImage keeps the orientation of a photo and reports its upright size", async () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const file = await picture().withMetadata({ orientation }).withExifMerge(GPS).jpeg().toBuffer();
    const result = read(file);
    const upright = await sharp(file).rotate().raw().toBuffer({ resolveWithObject: true });
    expect([result.width, result.height]).toEqual([upright.info.width, upright.info.height]);
    expect(await sharp(result.bytes).rotate().raw().toBuffer()).toEqual(upright.data);
    expect(text(result.bytes)).not.toContain("Canary");
  }
});

it("readImage removes JFIF thumbnails, maker notes, comments and metadata between scans", async () => {
  const file = new Uint8Array(await picture().jpeg().toBuffer());
  expect(file[3], "sharp writes no JFIF header").toBe(0xdb);
  const scan = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xda);
  const doctored = Uint8Array.from([
    0xff,
    0xd8,
    ...jpegSegment(0xe0, [...bytesOf("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 1, 1, 0xaa, 0xbb, 0xcc]),
    ...jpegSegment(0xe0, bytesOf(`JFXX\0${SECRET}`)),
    ...jpegSegment(0xe1, bytesOf(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    ...jpegSegment(0xe2, bytesOf(`MPF\0${SECRET}`)),
    ...jpegSegment(0xed, bytesOf(`Photoshop 3.0\0${SECRET}`)),
    ...jpegSegment(0xfe, bytesOf(SECRET)),
    0xff, // a fill byte
    ...file.subarray(2, scan),
    ...jpegSegment(0xfe, bytesOf(SECRET)),
    ...file.subarray(scan),
  ]);
  const result = read(doctored);
  expect(text(result.bytes)).not.toContain("canary");
  const header = [0xff, 0xd8, ...jpegSegment(0xe0, [...bytesOf("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0])];
  expect(result.bytes).toEqual(Uint8Array.from([...header, ...file.subarray(2)]));
});

it("readImage removes PNG text and animation frames", async () => {
  const file = new Uint8Array(await picture().png().toBuffer());
  const afterHeader = 8 + 25;
  const doctored = Uint8Array.from([
    ...file.subarray(0, afterHeader),
    ...pngChunk("tEXt", [...bytesOf(SECRET)]),
    ...pngChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]),
    ...pngChunk("eXIf", [...bytesOf(SECRET)]),
    ...pngChunk("vpAg", [...bytesOf(SECRET)]),
    ...file.subarray(afterHeader),
  ]);
  expect(read(doctored).bytes).toEqual(file);
});

describe("readImage of a hand-built PNG", () => {
  const head = (width: number, height: number) => [...u32(width), ...u32(height), 8, 2, 0, 0, 0];
  const png = (...chunks: number[][]) => Uint8Array.from([...bytesOf("\x89PNG\r\n\x1a\n"), ...chunks.flat()]);
  const header = pngChunk("IHDR", head(3, 2));
  const [pixels, end] = [pngChunk("IDAT", [1, 2, 3]), pngChunk("IEND", [])];

  it("keeps exactly the chunks that are needed to show it", () => {
    const palette = pngChunk("PLTE", [1, 2, 3]);
    const file = png(header, pngChunk("gAMA", u32(45_455)), palette, pixels, pixels, end);
    expect(read(file)).toMatchObject({ width: 3, height: 2, bytes: file });
    expect(read(png(header, pngChunk("tEXt", [1]), pixels, end)).bytes).toEqual(png(header, pixels, end));
  });

  it.each([
    ["without pixels", png(header, end)],
    ["whose header is not first", png(pixels, header, end)],
    ["without a header", png(pixels, end)],
    ["with two headers", png(header, header, pixels, end)],
    ["whose header is truncated", png(pngChunk("IHDR", head(3, 2).slice(0, 8)), pixels, end)],
    ["whose header is too long", png(pngChunk("IHDR", [...head(3, 2), 0]), pixels, end)],
    ["without width", png(pngChunk("IHDR", head(0, 2)), pixels, end)],
    ["without height", png(pngChunk("IHDR", head(3, 0)), pixels, end)],
    ["without an end chunk", png(header, pixels)],
    ["with an unknown critical chunk", png(header, pngChunk("ABCD", [1]), pixels, end)],
    ["with a chunk whose name has no letters", png(header, pngChunk("a1bc", [1]), pixels, end)],
    ["with a name that only begins in letters", png(header, pngChunk("abc\0", [1]), pixels, end)],
    ["with a name that only ends in letters", png(header, pngChunk("\0abc", [1]), pixels, end)],
    ["with a chunk longer than the file", png(header, [...u32(0xffff_ffff), ...bytesOf("tEXt"), 0, 0, 0, 0])],
  ])("refuses a PNG %s", (_, file) => {
    expect(problemOf(file)).toBe("damaged");
  });
});

describe("readImage of a hand-built WebP", () => {
  const le16 = (value: number) => [value & 255, value >> 8];
  const lossy = (width: number, height: number, tag = 0, sync = "\x9d\x01\x2a") =>
    webpChunk("VP8 ", [tag, 0, 0, ...bytesOf(sync), ...le16(width), ...le16(height)]);
  const canvas = (width: number, height: number) =>
    webpChunk("VP8X", [0, 0, 0, 0, ...le16((width - 1) & 0xffff), (width - 1) >> 16, ...le16(height - 1), 0]);

  it("reads sizes of more than one byte", () => {
    expect(read(riff(lossy(300, 400)))).toMatchObject({ width: 300, height: 400 });
    expect(read(riff(canvas(300, 400), lossy(300, 400)))).toMatchObject({ width: 300, height: 400 });
    // 299 and 399, fourteen bits each.
    expect(read(riff(webpChunk("VP8L", [0x2f, 0x2b, 0xc1, 0x63, 0])))).toMatchObject({ width: 300, height: 400 });
  });

  it.each([
    ["whose canvas is wider", riff(canvas(41, 24), lossy(40, 24))],
    ["whose canvas is wider by 65 536", riff(canvas(40 + 0x1_0000, 24), lossy(40, 24))],
    ["whose canvas is higher", riff(canvas(40, 25), lossy(40, 24))],
    ["whose canvas is truncated", riff(webpChunk("VP8X", canvas(40, 24).slice(8, 17)), lossy(40, 24))],
    ["with two canvases", riff(canvas(40, 24), canvas(40, 24), lossy(40, 24))],
    ["whose canvas is not first", riff(lossy(40, 24), canvas(40, 24))],
    ["whose picture is truncated", riff(webpChunk("VP8 ", lossy(40, 24).slice(8, 16)))],
    ["whose picture is not a key frame", riff(lossy(40, 24, 1))],
    ["whose picture has a wrong start code", riff(lossy(40, 24, 0, "\x9d\x01\x2b"))],
    ["without width", riff(lossy(0, 24))],
    ["without height", riff(lossy(40, 0))],
    ["whose lossless picture is truncated", riff(webpChunk("VP8L", [0x2f, 0, 0, 0]))],
    ["whose lossless picture has a wrong signature", riff(webpChunk("VP8L", [0x2e, 0, 0, 0, 0]))],
    ["with a broken picture before a valid one", riff(lossy(0, 24), lossy(40, 24))],
    ["with a chunk longer than the file", riff(lossy(40, 24), [...bytesOf("abcd"), 10, 0, 0, 0])],
  ])("refuses a WebP %s", (_, file) => {
    expect(problemOf(file)).toBe("damaged");
  });

  it("does not throw on a file of four bytes", () => {
    expect(cleanWebp(bytesOf("RIFF"))).toBeNull();
  });
});

describe("readImage refuses", () => {
  it("files that are not JPEG, PNG or WebP by their bytes, regardless of their name (A78)", () => {
    for (const file of cases.unsupported) {
      expect(problemOf(bytesOf(file))).toBe("unsupported");
    }
  });

  it("pictures too large to decode, from their header alone (A79)", () => {
    const header = (width: number, height: number) => [...u32(width), ...u32(height), 8, 2, 0, 0, 0];
    const png = (width: number, height: number) =>
      Uint8Array.from([
        ...bytesOf("\x89PNG\r\n\x1a\n"),
        ...pngChunk("IHDR", header(width, height)),
        ...pngChunk("IDAT", [0]),
        ...pngChunk("IEND", []),
      ]);
    expect(problemOf(png(20_000, 20_000))).toBe("too_large");
    expect(problemOf(png(8_193, 1))).toBe("too_large");
    expect(problemOf(png(8_192, 1))).toBe("none");
    expect(problemOf(png(8_000, 5_001))).toBe("too_large");
    expect(problemOf(png(8_000, 5_000))).toBe("none");
    expect(problemOf(png(0, 10))).toBe("damaged");
  });

  it("JPEGs with two sizes or none", () => {
    const frame = (width: number) => jpegSegment(0xc0, [8, ...u16(10), ...u16(width), 1, 1, 0x11, 0]);
    const scan = [...jpegSegment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34];
    const file = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]);
    expect(problemOf(file(frame(10), scan))).toBe("none");
    expect(problemOf(file(frame(10), frame(60_000), scan))).toBe("damaged");
    expect(problemOf(file(scan))).toBe("damaged");
    expect(problemOf(file(frame(10)))).toBe("damaged");
  });

  it("animated WebPs, and WebPs whose canvas and picture differ", async () => {
    const still = new Uint8Array(await picture().webp().toBuffer());
    const vp8 = [...still.subarray(12)];
    const canvas = (flags: number, width: number, height: number) =>
      webpChunk("VP8X", [
        flags,
        0,
        0,
        0,
        (width - 1) & 255,
        (width - 1) >> 8,
        0,
        (height - 1) & 255,
        (height - 1) >> 8,
        0,
      ]);
    expect(problemOf(riff(canvas(0x0c, 40, 24), vp8))).toBe("none");
    expect(problemOf(riff(canvas(0, 1, 1), vp8))).toBe("damaged");
    expect(problemOf(riff(canvas(0x02, 40, 24), vp8))).toBe("animated");
    expect(problemOf(riff(webpChunk("ANMF", [1, 2]), vp8))).toBe("animated");
    expect(problemOf(riff(vp8, vp8))).toBe("damaged");
    expect(problemOf(riff(webpChunk("EXIF", [1, 2])))).toBe("damaged");
    const cleaned = read(riff(canvas(0x0c, 40, 24), vp8, webpChunk("EXIF", bytesOf(SECRET)), webpChunk("abcd", [1])));
    expect(text(cleaned.bytes)).not.toContain("canary");
    expect(cleaned.bytes[20]).toBe(0);
  });
});
