import { describe, expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "#domain/cursor";

const FILTERS = { q: "oak table", category: "furniture", max: null, free: false };
const AT = { key: 1_763_690_400_000, id: "itm_0123456789abcdefghij" };
const text = (cursor: string) => Buffer.from(cursor, "base64url").toString("latin1");
const cursorOf = (ascii: string) => Buffer.from(ascii, "latin1").toString("base64url");

describe("list cursor", () => {
  it("keeps its format across releases", () => {
    const cursor = encodeCursor("date_desc", FILTERS, AT);
    expect(cursor).toBe("MTc2MzY5MDQwMDAwMC5pdG1fMDEyMzQ1Njc4OWFiY2RlZmdoaWoub2ljbm1yeDlxdQ");
    expect(decodeCursor(cursor, "date_desc", FILTERS)).toEqual(AT);
  });

  it("is base64url of any length", () => {
    for (const key of [1, 12, 123, 1_234]) {
      const cursor = encodeCursor("views", {}, { ...AT, key });
      expect(cursor).toBe(cursorOf(text(cursor)));
      expect(decodeCursor(cursor, "views", {})).toEqual({ ...AT, key });
    }
  });

  it("is refused with extra text before or after it", () => {
    const inside = text(encodeCursor("views", {}, AT));
    expect(decodeCursor(cursorOf(inside), "views", {})).toEqual(AT);
    for (const wrong of [`x${inside}`, ` ${inside}`, `${inside} `, `${inside}.x`])
      expect(decodeCursor(cursorOf(wrong), "views", {})).toBeNull();
  });
});
