/** Storage names of photos, and ids (A81). */
import { describe, expect, it } from "vitest";
import { ID_PATTERN, makeId } from "#domain/ids";
import { photoAddress, photoKey, photoOfName, photoUrl } from "#domain/items/photo-keys";
import { photoSrcset } from "#domain/items/photo-sizes";

const HASH = "0123456789abcdef".repeat(4);

describe("photo names", () => {
  it.each([
    ["image/jpeg", "jpg"],
    ["image/png", "png"],
    ["image/webp", "webp"],
  ] as const)("of type %s resolve to the stored photo", (type, extension) => {
    const key = photoKey(HASH, type);
    expect(key).toBe(`photos/${HASH}.${extension}`);
    expect(photoUrl(key)).toBe(`/images/${HASH}.${extension}`);
    expect(photoOfName(`${HASH}.${extension}`)).toEqual({ key, type });
  });

  it("in any other form are refused", () => {
    const others = [
      `${HASH}.svg`,
      `${HASH}jpg`,
      `${HASH}.jpg.html`,
      `../${HASH}.jpg`,
      `a${HASH}.jpg`,
      HASH,
      "",
      ".jpg",
    ];
    for (const name of [...others, `${HASH.toUpperCase()}.jpg`, `${HASH.slice(1)}.jpg`, `${HASH}.jpg\n`]) {
      expect(photoOfName(name), name).toBeNull();
    }
  });

  it("are offered in three widths", () => {
    expect(photoSrcset({ url: "/l", url_800: "/m", url_400: "/s" }, "")).toBe("/s 400w, /m 800w, /l 1600w");
  });

  it("are fetched from the photos' own origin, and pictures that are not stored photos from ours", () => {
    const url = photoUrl(photoKey(HASH, "image/webp"));
    expect(photoAddress(url, "https://photos.example")).toBe(`https://photos.example/photos/${HASH}.webp`);
    expect(photoAddress(url, "")).toBe(url);
    expect(photoAddress("/icons/a.png", "https://photos.example")).toBe("/icons/a.png");
    const photo = { url, url_800: url, url_400: url };
    expect(photoSrcset(photo, "https://photos.example")).toContain(`https://photos.example/photos/${HASH}.webp 800w, `);
  });
});

describe("makeId", () => {
  it("adds a prefix and encodes twenty random characters of five bits", () => {
    expect(makeId("itm", new Uint8Array(20))).toBe("itm_00000000000000000000");
    expect(makeId("ord", new Uint8Array(20).fill(255))).toBe("ord_zzzzzzzzzzzzzzzzzzzz");
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index + 32);
    expect(makeId("mail", bytes)).toBe("mail_0123456789abcdefghjk");
    expect(makeId("mail", bytes)).toMatch(ID_PATTERN);
  });

  it("matches ID_PATTERN, which refuses other forms", () => {
    for (const text of [
      "demo-1",
      "itm_",
      "itm_1234567",
      "ITM_12345678",
      "itm_12345678/..",
      "x itm_12345678",
      "it_12345678",
    ]) {
      expect(text).not.toMatch(ID_PATTERN);
    }
    for (const text of ["itm_12345678", `mail_${"z".repeat(40)}`]) expect(text).toMatch(ID_PATTERN);
    expect(`mail_${"z".repeat(41)}`).not.toMatch(ID_PATTERN);
  });
});
