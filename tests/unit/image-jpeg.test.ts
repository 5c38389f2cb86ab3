import { describe, expect, it } from "vitest";
import { stripJpeg } from "#domain/items/image-jpeg";

const text = (ascii: string) => [...ascii].map((character) => character.charCodeAt(0));
const u16 = (value: number) => [value >> 8, value & 255];
const segment = (marker: number, body: number[]) => [0xff, marker, ...u16(body.length + 2), ...body];
const sized = (width: number, height: number) => [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0];
const frame = segment(0xc0, sized(40, 24));
const scanOf = (...data: number[]) => [...segment(0xda, [1, 1, 0, 0, 63, 0]), ...data];
const scan = scanOf(0x12, 0xff, 0x00, 0x34);
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]);
const plain = jpeg(frame, scan);

/** Returns the file after a part was inserted before its frame. */
const left = (part: number[]) => stripJpeg(jpeg(part, frame, scan))?.bytes;

describe("stripJpeg", () => {
  it.each([0xc0, 0xc1, 0xc3, 0xc5, 0xce, 0xcf])("reads the size from frame marker %i", (marker) => {
    expect(stripJpeg(jpeg(segment(marker, sized(40, 24)), scan))).toMatchObject({ width: 40, height: 24 });
  });

  it("does not take the markers c4, c8 and cc for frames", () => {
    for (const marker of [0xc4, 0xc8, 0xcc]) expect(stripJpeg(jpeg(segment(marker, sized(40, 24)), scan))).toBeNull();
  });

  it("keeps a file with restart markers, fill bytes and tables unchanged", () => {
    for (const file of [
      jpeg(frame, scanOf(0x12, 0xff, 0xd0, 0x34, 0xff, 0xd7, 0x56)),
      jpeg(frame, scanOf(0x12, 0xff)),
      jpeg(segment(0xc4, [1]), segment(0xdb, [2]), segment(0xdd, [3]), frame, scan, scan),
      jpeg(segment(0xc0, sized(40, 24).slice(0, 6)), scan),
    ]) {
      expect(stripJpeg(file)?.bytes).toEqual(file);
    }
  });

  it.each([
    ["the first restart marker as a segment", [segment(0xd0, [1, 1]), frame, scan]],
    ["the last restart marker as a segment", [segment(0xd7, [1, 1]), frame, scan]],
    ["an invalid marker", [segment(0x01, [1, 1]), frame, scan]],
    ["a stray byte between segments", [frame, [0x00], scan]],
    ["a frame too short for its size", [segment(0xc0, [8, 0, 24, 0, 40]), scan]],
    ["zero width", [segment(0xc0, sized(0, 24)), scan]],
    ["zero height", [segment(0xc0, sized(40, 0)), scan]],
    ["pixels before its frame", [scan, frame]],
  ])("refuses a file with %s", (_, parts) => {
    expect(stripJpeg(jpeg(...parts))).toBeNull();
  });

  it("keeps the JFIF header, colour profile and Adobe segment, each under its own marker only", () => {
    const jfif = [...text("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0];
    const kept = [segment(0xe0, jfif), segment(0xe2, text("ICC_PROFILE\0abc")), segment(0xee, text("Adobe\0abc"))];
    for (const part of kept) expect(left(part)).toEqual(jpeg(part, frame, scan));
    for (const body of [jfif, text("ICC_PROFILE\0abc"), text("Adobe\0abc"), [], text("a comment")]) {
      expect(left(segment(0xfe, body))).toEqual(plain);
    }
    for (const marker of [0xe0, 0xe2, 0xee])
      expect(left(segment(marker, text("something else, longer")))).toEqual(plain);
    expect(left(segment(0xe0, jfif.slice(0, 13)))).toEqual(plain);
  });
});

describe("JPEG orientation", () => {
  const number = (value: number, bytes: number, little: boolean) => {
    const big = Array.from({ length: bytes }, (_, i) => (value >> (8 * (bytes - 1 - i))) & 255);
    return little ? big.reverse() : big;
  };
  /** A TIFF directory that claims `count` entries and contains these. */
  const tiff = (entries: [tag: number, value: number][], { little = false, at = 8, count = entries.length } = {}) => [
    ...text(little ? "II" : "MM"),
    ...number(42, 2, little),
    ...number(at, 4, little),
    ...number(count, 2, little),
    ...entries.flatMap(([tag, value]) => [
      ...number(tag, 2, little),
      ...number(3, 2, little),
      ...number(1, 4, little),
      ...number(value, 2, little),
      0,
      0,
    ]),
  ];
  const exif = (body: number[], marker = 0xe1, name = "Exif\0\0") => segment(marker, [...text(name), ...body]);
  const turned = (part: number[]) => stripJpeg(jpeg(part, frame, scan))?.width === 24;

  it("is read in either byte order, including the last entry", () => {
    for (const little of [true, false]) {
      expect(turned(exif(tiff([[0x0112, 6]], { little })))).toBe(true);
      expect(
        turned(
          exif(
            tiff(
              [
                [0x010f, 1],
                [0x0112, 8],
              ],
              { little },
            ),
          ),
        ),
      ).toBe(true);
      expect(turned(exif(tiff([[0x0112, 3]], { little })))).toBe(false);
    }
  });

  it.each([
    ["with value 0", exif(tiff([[0x0112, 0]]))],
    ["with value 9", exif(tiff([[0x0112, 9]]))],
    [
      "after the last entry",
      exif(
        tiff(
          [
            [0x010f, 1],
            [0x0112, 6],
          ],
          { count: 1 },
        ),
      ),
    ],
    ["of another kind of metadata", exif(tiff([[0x0112, 6]]), 0xe1, "Xxxx\0\0")],
    ["under another marker", exif(tiff([[0x0112, 6]]), 0xe5)],
    ["with an invalid byte order", exif([...text("XX"), ...tiff([[0x0112, 6]]).slice(2)])],
    ["whose directory is elsewhere", exif(tiff([[0x0112, 6]], { at: 0xffff }))],
    ["whose entries are cut off", exif(tiff([[0x010f, 1]], { count: 9 }))],
    ["that is truncated at its start", exif(text("MM\0"))],
  ])("is not read from an entry %s", (_, part) => {
    expect(left(part)).toEqual(plain);
  });
});
