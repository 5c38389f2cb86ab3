import { useSearchParams } from "react-router-dom";
import { mapPlaceIn } from "#domain/items/market-filters";

export interface MapView {
  /** The list is shown with a map. */
  onMap: boolean;
  /** Centroid of the suburb chosen on the map, the value of `at` in requests; null for none. */
  at: string | null;
  showMap: (shown: boolean) => void;
  choose: (at: string | null) => void;
}

/** The map view and its suburb in the address, so that Back, reload and shared links restore them. */
export function useMapView(): MapView {
  const [params, setParams] = useSearchParams();
  const set = (view: string | null, chosen: string | null) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ view, at: chosen })) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { preventScrollReset: true });
  };
  return {
    onMap: params.get("view") === "map",
    at: mapPlaceIn((name) => params.get(name)),
    showMap: (shown) => set(shown ? "map" : null, null),
    choose: (chosen) => set("map", chosen),
  };
}
