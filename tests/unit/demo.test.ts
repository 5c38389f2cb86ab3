import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { localTime } from "#domain/time-zone";
import { demoMarketplace } from "../../scripts/demo/demo.ts";
import { COPY_WIDTHS, PICTURE_FOLDER, pictureFiles } from "../../scripts/demo/pictures.ts";
import type { Row } from "../../scripts/demo/rows.ts";

/** Times around the clock and on both sides of daylight saving changes. */
const STARTS = ["2026-11-22T03:10", "2026-11-21T13:59", "2026-10-02T22:30", "2027-04-01T17:45", "2027-06-30T08:00"];

/** Returns the rows of a table as the seed would create them at that time. */
function demoAt(time: string): (table: string) => Row[] {
  const { tables } = demoMarketplace(Date.parse(`${time}Z`), "hash");
  return (table) => tables.flatMap((rows) => rows[table] ?? []);
}

describe("demoMarketplace", () => {
  it.each(STARTS)("collects on whole or half hours between 9:00 and 18:00 local time, created at %s", (time) => {
    const rowsOf = demoAt(time);
    const zones = new Map(rowsOf("items").map((item) => [item.id, String(item.collection_zone)]));
    const bundleItems = new Map(rowsOf("bundle_items").map((row) => [row.bundle_id, row.item_id]));
    const dates = [
      ...rowsOf("items").map((row) => [row.collection_date, row.id] as const),
      ...rowsOf("orders").map((row) => [row.collection_date, row.item_id] as const),
      ...rowsOf("transactions").map((row) => [row.collection_date, row.item_id] as const),
      ...rowsOf("bundles").map((row) => [row.collection_date, bundleItems.get(row.id ?? "")] as const),
    ];
    expect(dates.length).toBeGreaterThan(120);
    const outside = dates.filter(([date, item]) => {
      const clock = localTime(Number(date), zones.get(item ?? "") ?? "") % DAY_MS;
      return clock < 9 * HOUR_MS || clock > 18 * HOUR_MS || clock % (HOUR_MS / 2) !== 0;
    });
    expect(outside).toEqual([]);
  });

  it.each(STARTS)(
    "offers collections at least a day ahead, and dates completed orders in the past, created at %s",
    (time) => {
      const rowsOf = demoAt(time);
      const now = Date.parse(`${time}Z`);
      const offered = rowsOf("items").filter(({ status }) => status === "active");
      expect(offered.filter(({ collection_date }) => Number(collection_date) < now + DAY_MS)).toEqual([]);
      expect(rowsOf("orders").filter(({ completed_at }) => Number(completed_at) > now)).toEqual([]);
      expect(rowsOf("ratings").filter(({ created_at }) => Number(created_at) > now)).toEqual([]);
    },
  );

  it("has the same ids, prices and pictures at any time", () => {
    const [first = [], second] = ["2026-11-22T03:10", "2027-06-30T08:00"].map((time) =>
      demoAt(time)("items").map(({ id, seller_id, title, price_cents, photos }) => [
        id,
        seller_id,
        title,
        price_cents,
        photos,
      ]),
    );
    expect(first.length).toBeGreaterThan(100);
    expect(second).toEqual(first);
  });

  it("has negotiations of the demo seller, with an unanswered question and an agreed price", () => {
    const [start = ""] = STARTS;
    const rowsOf = demoAt(start);
    const now = Date.parse(`${start}Z`);
    const minimums = new Map(rowsOf("item_knowledge").map((row) => [row.item_id, Number(row.minimum_price_cents)]));
    const negotiations = rowsOf("negotiations");
    expect(negotiations).toHaveLength(4);
    for (const { item_id, ask_cents, messages, created_at, updated_at } of negotiations) {
      expect(Number(ask_cents)).toBeGreaterThan(minimums.get(item_id ?? null) ?? Number.POSITIVE_INFINITY);
      expect(Number(messages)).toBeGreaterThan(1);
      const item = rowsOf("items").find(({ id }) => id === item_id);
      expect(Number(created_at)).toBeGreaterThan(Number(item?.created_at));
      expect(Number(updated_at)).toBeLessThan(now);
    }
    const questions = rowsOf("seller_questions");
    expect(questions.map(({ answer }) => answer === null).toSorted()).toEqual([false, true]);
    expect(rowsOf("accepted_offers")).toHaveLength(1);
    expect(rowsOf("notifications").filter(({ kind }) => kind === "message")).toHaveLength(1);
  });

  it("has both sizes of each picture", () => {
    const missing = pictureFiles().flatMap((file) =>
      COPY_WIDTHS.map((width) => join(PICTURE_FOLDER, String(width), file)).filter((path) => !existsSync(path)),
    );
    expect(missing).toEqual([]);
  });
});
