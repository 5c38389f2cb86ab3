import type { GeoJSONSourceSpecification, StyleSpecification } from "maplibre-gl";
import type { Point } from "#domain/places/distance";
import type { Theme } from "../../../lib/theme.ts";
import { loadPlaces } from "../../places/index.ts";
import outline from "./australia.geojson?url";
import { placeKey } from "./clusters.ts";

/** The names of suburbs are loaded and shown from this zoom. */
export const SUBURBS_ZOOM = 9;

const COLORS = {
  light: { sea: "#dcebf0", land: "#f7f8f3", coast: "#b9cdd2", border: "#b8c4bd", ink: "#33423b", muted: "#6a7a72" },
  dark: { sea: "#0c1a20", land: "#18231e", coast: "#2c4048", border: "#3d4d45", ink: "#d5e0da", muted: "#8fa198" },
} as const;

/** Without a `glyphs` address MapLibre draws the letters with this font of the page. */
const FONT = ["Figtree Variable", "sans-serif"];

/** Names of suburbs as GeoJSON. */
export type SuburbNames = Extract<GeoJSONSourceSpecification["data"], { type: "FeatureCollection" }>;

/**
 * Loads the names of suburbs from the list that "Use my location" uses too.
 * @param named suburbs that are named first where there is no room for all; then the less remote.
 */
export async function loadSuburbNames(named: readonly Point[]): Promise<SuburbNames> {
  const suburbs = (await loadPlaces()).suburbs();
  const first = new Map(named.map((place, index) => [placeKey(place), index - named.length]));
  return {
    type: "FeatureCollection",
    features: suburbs.map(({ suburb, lat, lon }, index) => ({
      type: "Feature",
      properties: { name: suburb, order: first.get(placeKey({ lat, lon })) ?? index },
      geometry: { type: "Point", coordinates: [lon, lat] },
    })),
  };
}

/** The embedded base map: coast, states, cities, and the names of suburbs once they are loaded. No network. */
export function baseStyle(theme: Theme, suburbs: SuburbNames | null): StyleSpecification {
  const color = COLORS[theme];
  const halo = { "text-halo-color": color.land, "text-halo-width": 1.5 };
  return {
    version: 8,
    sources: {
      australia: {
        type: "geojson",
        // MapLibre's worker has no base address of its own.
        data: new URL(outline, window.location.href).href,
        attribution: "Natural Earth",
        // The coast has a point every half kilometre, so there is nothing more to show above this zoom.
        maxzoom: 9,
      },
      suburbs: { type: "geojson", data: suburbs ?? { type: "FeatureCollection", features: [] }, maxzoom: 12 },
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": color.sea } },
      {
        id: "land",
        type: "fill",
        source: "australia",
        filter: ["==", ["get", "kind"], "state"],
        paint: { "fill-color": color.land, "fill-outline-color": color.coast },
      },
      {
        id: "borders",
        type: "line",
        source: "australia",
        filter: ["==", ["get", "kind"], "state"],
        layout: { "line-join": "round" },
        paint: { "line-color": color.border, "line-width": ["interpolate", ["linear"], ["zoom"], 3, 0.7, 10, 1.4] },
      },
      {
        id: "states",
        type: "symbol",
        source: "australia",
        maxzoom: 7,
        filter: ["==", ["get", "kind"], "name"],
        layout: {
          "text-field": ["upcase", ["get", "name"]],
          "text-font": FONT,
          "text-size": 11,
          "text-letter-spacing": 0.12,
          "text-max-width": 7,
        },
        paint: { "text-color": color.muted, ...halo },
      },
      {
        id: "cities",
        type: "symbol",
        source: "australia",
        maxzoom: SUBURBS_ZOOM,
        filter: ["all", ["==", ["get", "kind"], "city"], ["<=", ["get", "zoom"], ["zoom"]]],
        layout: {
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": ["interpolate", ["linear"], ["zoom"], 3, 12, 9, 15],
          // Below the marker, which covers the centre.
          "text-anchor": "top",
          "text-offset": [0, 1.7],
          "symbol-sort-key": ["get", "zoom"],
        },
        paint: { "text-color": color.ink, ...halo },
      },
      {
        id: "suburbs",
        type: "symbol",
        source: "suburbs",
        minzoom: SUBURBS_ZOOM,
        layout: {
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": ["interpolate", ["linear"], ["zoom"], 10, 11, 13, 14],
          "text-anchor": "top",
          "text-offset": [0, 1.8],
          "text-max-width": 7,
          "text-padding": ["interpolate", ["linear"], ["zoom"], 9, 9, 12, 4],
          "symbol-sort-key": ["get", "order"],
        },
        paint: { "text-color": color.ink, ...halo },
      },
    ],
  };
}
