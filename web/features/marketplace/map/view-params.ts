import { mapPlaceIn } from "#domain/items/market-filters";
import type { ChangeParams } from "../../../lib/use-url-params.ts";

export interface MapView {
  /** The list is shown with a map. */
  onMap: boolean;
  /** Centroid of the suburb chosen on the map, the value of `at` in requests; null for none. */
  at: string | null;
  showMap: (shown: boolean) => void;
  choose: (at: string | null) => void;
}

/** The map view and its suburb in the address, so that Back, reload and shared links restore them. */
export function mapView(params: URLSearchParams, changeParams: ChangeParams): MapView {
  const set = (view: string | null, chosen: string | null) =>
    changeParams((next) => {
      for (const [name, value] of Object.entries({ view, at: chosen })) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return {
    onMap: params.get("view") === "map",
    at: mapPlaceIn((name) => params.get(name)),
    showMap: (shown) => set(shown ? "map" : null, null),
    choose: (chosen) => set("map", chosen),
  };
}
