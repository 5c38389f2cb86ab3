import { describe, expect, it } from "vitest";
import { checkGoods, reviewKeys } from "#domain/safety/prohibited-goods/check";
import {
  approvedKeys,
  decideListing,
  type ListingReview,
  pendingReview,
  statusAfterEdit,
  wantsSale,
} from "#domain/safety/prohibited-goods/listing-review";

const SWORD = { title: "Samurai sword" };
const RIFLE = { title: "Old rifle" };
const CHAIR = { title: "Garden chair" };

const review = (state: ListingReview["state"], goods: { title: string }, rest: Partial<ListingReview> = {}) => ({
  id: `rep_${state}`,
  state,
  keys: reviewKeys(checkGoods(goods)),
  then_on_sale: true,
  note: null,
  ...rest,
});

function decide(
  goods: { title: string },
  reviews: readonly ListingReview[] = [],
  edit: { changed?: boolean; reason?: string } = {},
) {
  const { changed = true, reason } = edit;
  return decideListing(checkGoods(goods, approvedKeys(reviews)), reviews, { changed, reason });
}

describe("decideListing", () => {
  it("lets harmless goods be on sale", () => {
    expect(decide(CHAIR)).toEqual({ kind: "clear", withdrawn: null });
    expect(decide({ title: "Britax car seat" })).toEqual({ kind: "clear", withdrawn: null });
  });

  it("refuses blocked goods, unless the seller says why they are fine", () => {
    expect(decide(RIFLE)).toMatchObject({ kind: "blocked", match: { rule: { id: "firearms" } } });
    expect(decide(RIFLE, [], { reason: "It is a garden ornament." })).toMatchObject({
      kind: "review",
      keys: ["firearms: title: old rifle"],
    });
  });

  it("sends goods to review, with or without a reason", () => {
    expect(decide(SWORD)).toMatchObject({ kind: "review", withdrawn: null });
    expect(decide(SWORD, [], { reason: "Blunt and decorative." })).toMatchObject({ kind: "review" });
  });

  it("passes what was approved, however long ago", () => {
    const reviews = [review("withdrawn", CHAIR), review("approved", SWORD)];
    expect(decide(SWORD, reviews)).toEqual({ kind: "clear", withdrawn: null });
    expect(decide({ title: "Samurai sword and old rifle" }, reviews)).toMatchObject({ kind: "blocked" });
  });

  it("keeps an open review of the same text, and replaces it when the text changes", () => {
    const open = review("open", SWORD);
    expect(decide(SWORD, [open], { changed: false })).toEqual({ kind: "kept" });
    expect(decide(SWORD, [open], { changed: true })).toMatchObject({ kind: "review", withdrawn: open });
  });

  it("ends an open review when nothing is left to decide", () => {
    const open = review("open", SWORD);
    expect(decide(CHAIR, [open])).toEqual({ kind: "clear", withdrawn: open });
  });

  it("keeps refused goods off sale without asking staff again, until something new or a reason comes (A145)", () => {
    const refused = review("refused", SWORD);
    expect(decide(SWORD, [refused])).toEqual({ kind: "kept" });
    expect(decide(SWORD, [refused], { reason: "Now with a photo of the blunt edge." })).toMatchObject({
      kind: "review",
    });
    expect(decide({ title: "Long samurai sword" }, [refused])).toMatchObject({ kind: "review", withdrawn: null });
    expect(decide(CHAIR, [refused])).toEqual({ kind: "clear", withdrawn: null });
  });

  it("refuses blocked goods that are added while a review is open", () => {
    expect(decide({ title: "Old rifle and katana" }, [review("open", SWORD)])).toMatchObject({ kind: "blocked" });
    // The seller asked for a review of the block; other edits go on.
    expect(decide(RIFLE, [review("open", RIFLE)], { changed: true })).toMatchObject({ kind: "review" });
  });
});

describe("pendingReview", () => {
  it("is the latest review, while it keeps the listing off sale", () => {
    expect(pendingReview([])).toBeNull();
    for (const state of ["open", "refused"] as const) {
      expect(pendingReview([review(state, SWORD)])?.state).toBe(state);
    }
    for (const state of ["approved", "withdrawn"] as const) {
      expect(pendingReview([review(state, SWORD), review("refused", SWORD)])).toBeNull();
    }
  });
});

describe("the status of an edited listing", () => {
  it("is to be on sale when asked, when it is, and when its open review promised it", () => {
    expect(wantsSale([], "active", "inactive")).toBe(true);
    expect(wantsSale([], undefined, "active")).toBe(true);
    expect(wantsSale([], undefined, "inactive")).toBe(false);
    expect(wantsSale([review("open", SWORD)], undefined, "inactive")).toBe(true);
    expect(wantsSale([review("open", SWORD, { then_on_sale: false })], undefined, "inactive")).toBe(false);
    expect(wantsSale([review("refused", SWORD)], undefined, "inactive")).toBe(false);
    expect(wantsSale([review("open", SWORD)], "inactive", "inactive")).toBe(false);
  });

  it("is off sale while a review keeps it there", () => {
    for (const kind of ["kept", "review"] as const) {
      expect(statusAfterEdit(kind, undefined, { wanted: true, storedRefused: false })).toEqual({
        status: "inactive",
        saleLater: false,
      });
    }
  });

  it("waits for the new text when the stored one may not be on sale", () => {
    expect(statusAfterEdit("clear", "active", { wanted: true, storedRefused: true })).toEqual({
      status: undefined,
      saleLater: true,
    });
    expect(statusAfterEdit("clear", "active", { wanted: true, storedRefused: false }).status).toBe("active");
    expect(statusAfterEdit("clear", undefined, { wanted: false, storedRefused: true })).toEqual({
      status: undefined,
      saleLater: false,
    });
  });
});
