import { describe, expect, it } from "vitest";
import { SHOWS_UP_FROM, showsUp } from "#domain/orders/showing-up";

describe("showsUp", () => {
  it("shows nothing below 3 collections", () => {
    expect(SHOWS_UP_FROM).toBe(3);
    expect(showsUp({ pickups: 0, pickups_missed: 0 })).toBeNull();
    expect(showsUp({ pickups: 2, pickups_missed: 1 })).toBeNull();
    expect(showsUp({ pickups: 3, pickups_missed: 0 })).toEqual({ kept: 3, of: 3 });
  });

  it("counts missed collections in the total and not as kept", () => {
    expect(showsUp({ pickups: 12, pickups_missed: 1 })).toEqual({ kept: 11, of: 12 });
    expect(showsUp({ pickups: 3, pickups_missed: 3 })).toEqual({ kept: 0, of: 3 });
  });
});
