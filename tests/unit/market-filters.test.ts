import { describe, expect, it } from "vitest";
import { ListItems } from "#contract/items";
import { listQueryOf, mapPlaceIn } from "#domain/items/market-filters";
import type { NearChoice } from "#domain/places/near-place";

const query = (address: string, visitor: NearChoice | null = null) => {
  const params = new URLSearchParams(address);
  return listQueryOf((name) => params.get(name), visitor);
};
const PLAIN = { limit: "24", sort: "date_desc" };

describe("listQueryOf", () => {
  it("lists everything for sale, newest first, without parameters", () => {
    expect(query("")).toEqual(PLAIN);
    expect(query("tab=all")).toEqual(PLAIN);
  });

  it("lists the categories of a tab", () => {
    expect(query("tab=books")).toEqual({ ...PLAIN, category: "books" });
    expect(query("category=books")).toEqual({ ...PLAIN, category: "books" });
    expect(query("tab=other")).toEqual({ ...PLAIN, categories: "other,automotive" });
    expect(query("tab=sold")).toEqual({ ...PLAIN, status: "sold" });
    for (const own of ["bundles", "trending"]) expect(query(`tab=${own}`)).toBeNull();
  });

  it("narrows a tab of several categories to one of them", () => {
    expect(query("tab=other&category=automotive")).toEqual({ ...PLAIN, category: "automotive" });
    expect(query("tab=automotive")).toEqual({ ...PLAIN, category: "automotive" });
    expect(query("tab=other&category=other")).toEqual({ ...PLAIN, category: "other" });
    expect(query("tab=other&category=books")).toEqual({ ...PLAIN, categories: "other,automotive" });
    expect(query("tab=books&category=toys")).toEqual({ ...PLAIN, category: "books" });
  });

  it("reads several conditions in one order, without those that are unknown", () => {
    expect(query("condition=good,new,broken,good")).toEqual({ ...PLAIN, condition: "new,good" });
  });

  it("reads search text, sort order and condition when they are valid", () => {
    expect(query("q=+lamp+&sort=price_asc&condition=like_new")).toEqual({
      ...PLAIN,
      q: "lamp",
      sort: "price_asc",
      condition: "like_new",
    });
    expect(query("q=++&sort=cheapest&condition=broken")).toEqual(PLAIN);
    expect(query(`q=${"x".repeat(101)}`)?.q).toHaveLength(100);
  });

  it("reads price bounds to the cent, and treats the end of the slider as no bound", () => {
    expect(query("min_price=50&max_price=200")).toEqual({ ...PLAIN, min_price: "50", max_price: "200" });
    expect(query("min_price=200&max_price=50")).toEqual({ ...PLAIN, min_price: "50", max_price: "200" });
    expect(query("min_price=0&max_price=10000")).toEqual(PLAIN);
    expect(query("max_price=9999")).toEqual({ ...PLAIN, max_price: "9999" });
    expect(query("min_price=1")).toEqual({ ...PLAIN, min_price: "1" });
    expect(query("min_price=20000&max_price=30000")).toEqual({ ...PLAIN, min_price: "10000" });
    for (const none of ["-5", "1.555", "x5", "5x", "1234567", ""]) {
      expect(query(`min_price=${none}&max_price=${none}`), none).toEqual(PLAIN);
    }
    expect(query("max_price=49.99")).toEqual({ ...PLAIN, max_price: "49.99" });
    expect(query("min_price=+50+")).toEqual({ ...PLAIN, min_price: "50" });
  });

  it("searches around a place within a valid radius, else by the name of the location", () => {
    expect(query("near=+Newtown+&within_km=10")).toEqual({ ...PLAIN, near: "Newtown", within_km: "10" });
    expect(query("near=2042&location=Sydney")).toEqual({ ...PLAIN, near: "2042" });
    expect(query("near=2042&within_km=7")).toEqual({ ...PLAIN, near: "2042" });
    expect(query("location=+Sydney+&within_km=10")).toEqual({ ...PLAIN, location: "Sydney" });
    expect(query("near=+&location=+")).toEqual(PLAIN);
    expect(query(`near=${"x".repeat(101)}`)?.near).toHaveLength(100);
    expect(query(`location=${"x".repeat(101)}`)?.location).toHaveLength(100);
  });

  it("applies the visitor's place unless the address names another one", () => {
    const near = (address: string, within_km: NearChoice["within_km"] = null) =>
      query(address, { place: "Newtown NSW 2042", within_km });
    expect(near("")).toEqual({ ...PLAIN, near: "Newtown NSW 2042" });
    expect(near("tab=sold", 10)).toEqual({ ...PLAIN, status: "sold", near: "Newtown NSW 2042", within_km: "10" });
    expect(near("near=3056", 10)).toEqual({ ...PLAIN, near: "3056" });
    expect(near("near=3056&within_km=5", 10)).toEqual({ ...PLAIN, near: "3056", within_km: "5" });
    expect(near("location=Victoria", 10)).toEqual({ ...PLAIN, location: "Victoria" });
    // A radius alone belongs to no place of the address.
    expect(near("within_km=5", 10)).toEqual({ ...PLAIN, near: "Newtown NSW 2042", within_km: "10" });
    expect(near("tab=trending")).toBeNull();
  });

  it("sorts by distance only where there is a place", () => {
    const visitor = { place: "Newtown NSW 2042", within_km: null };
    expect(query("sort=nearest", visitor)).toEqual({ ...PLAIN, sort: "nearest", near: "Newtown NSW 2042" });
    expect(query("sort=nearest&near=3056")).toEqual({ ...PLAIN, sort: "nearest", near: "3056" });
    expect(query("sort=nearest")).toEqual(PLAIN);
    expect(query("sort=nearest&location=Victoria", visitor)).toEqual({ ...PLAIN, location: "Victoria" });
  });

  it("makes a query that GET /api/items accepts", () => {
    const every = "tab=other&q=lamp&condition=good,fair&min_price=5&max_price=90&near=3056&within_km=10&sort=nearest";
    for (const address of ["", "tab=books", "tab=sold&location=perth", every]) {
      expect(ListItems.safeParse(query(address)).success, address).toBe(true);
    }
  });
});

describe("mapPlaceIn", () => {
  const placeOf = (address: string) => mapPlaceIn((name) => new URLSearchParams(address).get(name));

  it("is the suburb of the map view", () => {
    expect(placeOf("view=map&at=-33.898,151.179")).toBe("-33.898,151.179");
  });

  it("is nothing without the map, and for text that is no point", () => {
    for (const address of ["at=-33.898,151.179", "view=list&at=-33.898,151.179", "view=map", "view=map&at=Newtown"]) {
      expect(placeOf(address), address).toBeNull();
    }
  });
});
