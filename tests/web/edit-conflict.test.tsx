import { describe, expect, it } from "vitest";
import type { Photo } from "#contract/items";
import { type EditState, mergeEdits, takeField } from "../../web/features/selling/listing-form/edit-conflict.ts";
import { startingValues } from "../../web/features/selling/listing-form/item-form-values.ts";

const photo = (id: string): Photo => ({ id, url: `/${id}`, url_800: "", url_400: "", width: 1, height: 1 });
const loaded: EditState = {
  values: {
    ...startingValues(null, Date.UTC(2026, 10, 21)),
    title: "Bike",
    price: "240",
    category: "sports",
    condition: "good",
  },
  photos: [photo("img_1"), photo("img_2")],
};
const edited = (change: Partial<EditState["values"]>, photos = loaded.photos): EditState => ({
  values: { ...loaded.values, ...change },
  photos,
});

describe("mergeEdits", () => {
  it("merges two edits of different fields", () => {
    const { merged, conflicts, taken } = mergeEdits(loaded, edited({ title: "Red bike" }), edited({ price: "200" }));
    expect(conflicts).toEqual([]);
    expect(taken).toEqual(["Price"]);
    expect(merged.values).toMatchObject({ title: "Red bike", price: "200" });
  });

  it("reports a conflict where both changed a field, and keeps the seller's value until then", () => {
    const mine = edited({ price: "220" });
    const theirs = edited({ price: "", free: true });
    const { merged, conflicts } = mergeEdits(loaded, mine, theirs);
    expect(conflicts).toEqual([{ field: "price", label: "Price", mine: "$220", theirs: "Free" }]);
    expect(merged.values.price).toBe("220");
    expect(takeField(merged, theirs, "price").values).toMatchObject({ price: "", free: true });
  });

  it("reports conflicts in the Knowzee settings too, with readable values", () => {
    const mine = edited({ negotiation_enabled: true, minimum_price: "200" });
    const theirs = edited({ negotiation_enabled: true, minimum_price: "180", negotiation_notes: "Has a lock" });
    const { conflicts, taken } = mergeEdits(loaded, mine, theirs);
    expect(conflicts).toEqual([{ field: "minimum_price", label: "Minimum price", mine: "$200", theirs: "$180" }]);
    expect(taken).toEqual(["Notes for Knowzee"]);
  });

  it("reports no conflict when both mean the same value", () => {
    const { conflicts, taken } = mergeEdits(loaded, edited({ price: "200.00" }), edited({ price: "200" }));
    expect([conflicts, taken]).toEqual([[], []]);
  });

  it("treats another order of photos as a change", () => {
    const reordered = edited({}, [photo("img_2"), photo("img_1")]);
    expect(mergeEdits(loaded, edited({ title: "Red bike" }), reordered).merged.photos[0]?.id).toBe("img_2");
    expect(mergeEdits(loaded, edited({}, [photo("img_2")]), reordered).conflicts[0]?.field).toBe("photos");
  });
});
