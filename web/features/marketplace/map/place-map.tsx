import { clsx } from "clsx";
import { Minus, Plus } from "lucide-react";
import type { MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ItemPlace } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";
import { distanceKm, type Point } from "#domain/places/distance";
import { useTheme } from "../../../lib/theme.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { baseStyle, loadSuburbNames, SUBURBS_ZOOM, type SuburbNames } from "./base-style.ts";
import { type Bounds, boundsOf, type Cluster, clustersOf, placeKey } from "./clusters.ts";
import { priceRange } from "./price-range.ts";

const ZOOM = { min: 2, max: 14, suburb: 12 };
const AUSTRALIA: Bounds = [
  [112, -44],
  [154, -10],
];
/** With a place, the map first shows the suburbs this close to it. */
const AROUND_KM = 30;
/** Half the width of a marker's label. */
const TIP_PX = 150;
const PADDING = { top: 72, right: 48, bottom: 56, left: 48 };

interface PlaceMapProps {
  places: readonly ItemPlace[];
  /** The operator's style, or null for the embedded map. */
  styleUrl: string | null;
  /** Where the map starts: the place of the filter, or else the visitor's. */
  near: Point | null;
  chosen: ItemPlace | null;
  /** The suburb of the card under the pointer or with the focus. */
  highlighted: string | null;
  onChoose: (place: ItemPlace) => void;
  onFail: (reason: "load" | "webgl") => void;
}

/** The map with its markers, which are buttons. Suburbs whose markers would overlap share one, which zooms in. */
export default function PlaceMap({ places, styleUrl, near, chosen, highlighted, onChoose, onFail }: PlaceMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useMapLibre(box, styleUrl, places, near, onFail);
  const view = useView(map);

  // A filter that leaves nothing in view moves the map to what it left.
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    const seen = latest.current;
    if (map && seen && places.length > 0 && !places.some(seen.contains)) {
      map.fitBounds(boundsOf(places), { padding: PADDING, maxZoom: ZOOM.suburb });
    }
  }, [map, places]);

  // Also when the suburb comes from the address, but not when its count changes. On phones its items cover the lower part
  // of the map.
  const chosenKey = chosen && placeKey(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the suburb
  useEffect(() => {
    if (!map || !chosen) return;
    const wide = window.matchMedia("(min-width: 48rem)").matches;
    const offset: [number, number] = [0, wide ? 0 : -map.getContainer().clientHeight / 4];
    map.easeTo({ center: chosen, zoom: Math.max(map.getZoom(), ZOOM.suburb - 1.5), offset, duration: 400 });
  }, [map, chosenKey]);

  const step = view ? Math.floor(view.zoom * 2) / 2 : 0;
  const clusters = useMemo(() => clustersOf(places, step), [places, step]);
  const press = ({ places: [first, ...others] }: Cluster) => {
    if (others.length === 0 || !map || map.getZoom() >= ZOOM.max) onChoose(first);
    else map.fitBounds(boundsOf([first, ...others]), { padding: PADDING, maxZoom: ZOOM.max });
  };

  return (
    <>
      <div ref={box} className="map-canvas" />
      {map && view ? (
        <>
          <p className="map-chip">{inView(places, view.contains)}</p>
          <div className="map-zoom">
            <IconButton label="Zoom in" variant="raised" disabled={view.zoom >= ZOOM.max} onClick={() => map.zoomIn()}>
              <Plus className="size-5" />
            </IconButton>
            <IconButton
              label="Zoom out"
              variant="raised"
              disabled={view.zoom <= map.getMinZoom()}
              onClick={() => map.zoomOut()}
            >
              <Minus className="size-5" />
            </IconButton>
          </div>
          {createPortal(
            <Markers
              map={map}
              clusters={clusters.filter(({ places: [first] }) => view.renders(first))}
              chosen={chosenKey}
              highlighted={highlighted}
              onPress={press}
            />,
            // Beside the canvas, where a drag or the wheel on a marker moves the map.
            map.getCanvasContainer(),
          )}
        </>
      ) : null}
    </>
  );
}

function inView(places: readonly ItemPlace[], contains: (point: Point) => boolean): string {
  const count = places.reduce((sum, place) => (contains(place) ? sum + place.count : sum), 0);
  if (count === 0) return "No items in this area";
  return `${itemsText(count)} in this area`;
}

export const itemsText = (count: number) => `${groupDigits(count)} ${count === 1 ? "item" : "items"}`;

interface MarkersProps {
  map: MapLibreMap;
  clusters: readonly Cluster[];
  chosen: string | null;
  highlighted: string | null;
  onPress: (cluster: Cluster) => void;
}

function Markers({ map, clusters, chosen, highlighted, onPress }: MarkersProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      for (const [index, marker] of [...(list.current?.children ?? [])].entries()) {
        const first = clusters[index]?.places[0];
        if (!first || !(marker instanceof HTMLElement)) continue;
        const { x, y } = map.project(first);
        marker.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
        // Near an edge the label would be cut off.
        marker.dataset.edge = x < TIP_PX ? "left" : x > map.getContainer().clientWidth - TIP_PX ? "right" : "";
      }
    };
    place();
    map.on("move", place);
    return () => void map.off("move", place);
  }, [map, clusters]);

  return (
    <ul ref={list} aria-label="Suburbs on the map" className="map-markers">
      {clusters.map((cluster) => {
        const { places, count } = cluster;
        const [first, ...others] = places;
        const has = (key: string | null) => key !== null && places.some((place) => placeKey(place) === key);
        const one = others.length === 0;
        const range = priceRange(places);
        return (
          <li key={placeKey(first)}>
            <button
              type="button"
              className={clsx("map-marker", !one && "map-cluster")}
              data-lit={has(highlighted) || undefined}
              aria-pressed={one ? has(chosen) : undefined}
              data-chosen={has(chosen) || undefined}
              onClick={() => onPress(cluster)}
            >
              <span aria-hidden="true">{groupDigits(count)}</span>
              <span className="sr-only">
                {one
                  ? `${first.suburb}, ${itemsText(count)}, ${range}`
                  : `${itemsText(count)} in ${places.length} suburbs around ${first.suburb}: zoom in`}
              </span>
              <span aria-hidden="true" className="map-tip">
                <strong>{one ? first.suburb : `${first.suburb} and ${others.length} more`}</strong> {range}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Creates the map in the box, with the base map of the theme. Null until it can be moved. */
function useMapLibre(
  box: RefObject<HTMLDivElement | null>,
  styleUrl: string | null,
  places: readonly ItemPlace[],
  near: Point | null,
  onFail: PlaceMapProps["onFail"],
): MapLibreMap | null {
  const { theme } = useTheme();
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [suburbs, setSuburbs] = useState<SuburbNames | null>(null);
  const [embedded, setEmbedded] = useState(styleUrl === null);
  const start = useRef({ theme, places, near, styleUrl, onFail });

  useEffect(() => {
    let made: MapLibreMap | null = null;
    let left = false;
    const create = async () => {
      const { theme, places, near, styleUrl, onFail } = start.current;
      if (!document.createElement("canvas").getContext("webgl2")) return onFail("webgl");
      const { createMap } = await import("./maplibre.ts");
      if (left || !box.current) return;
      const close = near ? places.filter((place) => distanceKm(place, near) <= AROUND_KM) : [];
      const shown = close.length > 0 ? close : places;
      made = createMap({
        container: box.current,
        style: styleUrl ?? baseStyle(theme, null),
        bounds: shown.length > 0 ? boundsOf(shown) : AUSTRALIA,
        fitBoundsOptions: { padding: PADDING, maxZoom: ZOOM.suburb },
        minZoom: ZOOM.min,
        maxZoom: ZOOM.max,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        attributionControl: { compact: false },
        locale: { "Map.Title": "Map of the listings" },
      });
      made.touchZoomRotate.disableRotation();
      made.keyboard.disableRotation();
      let styled = false;
      made.on("style.load", () => {
        styled = true;
      });
      // Without a listener MapLibre writes each failed tile to the console. A style that does not load is replaced.
      made.on("error", () => {
        if (styleUrl !== null && !styled) setEmbedded(true);
      });
      setMap(made);
    };
    create().catch(() => start.current.onFail("load"));
    return () => {
      left = true;
      made?.remove();
    };
  }, [box]);

  useEffect(() => {
    if (!map || !embedded || suburbs) return;
    const load = () => {
      if (map.getZoom() < SUBURBS_ZOOM - 0.5) return;
      map.off("move", load);
      // Without the names the map is still a map.
      loadSuburbNames(start.current.places).then(setSuburbs, () => undefined);
    };
    map.on("move", load);
    load();
    return () => void map.off("move", load);
  }, [map, embedded, suburbs]);

  const applied = useRef({ theme, suburbs, embedded });
  useEffect(() => {
    const before = applied.current;
    applied.current = { theme, suburbs, embedded };
    const changed = before.theme !== theme || before.suburbs !== suburbs || before.embedded !== embedded;
    if (map && embedded && changed) map.setStyle(baseStyle(theme, suburbs));
  }, [map, embedded, theme, suburbs]);

  return map;
}

interface View {
  zoom: number;
  contains: (point: Point) => boolean;
  /** Whether a marker is rendered: also somewhat outside, so that it is there while the map is dragged. */
  renders: (point: Point) => boolean;
}

/** What the map shows, updated when it stops moving. */
function useView(map: MapLibreMap | null): View | null {
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    if (!map) return;
    const update = () => {
      const bounds = map.getBounds();
      const [south, north, west, east] = [bounds.getSouth(), bounds.getNorth(), bounds.getWest(), bounds.getEast()];
      const within =
        (margin: number) =>
        ({ lat, lon }: Point) =>
          lat >= south - margin * (north - south) &&
          lat <= north + margin * (north - south) &&
          lon >= west - margin * (east - west) &&
          lon <= east + margin * (east - west);
      setView({ zoom: map.getZoom(), contains: within(0), renders: within(0.4) });
    };
    update();
    // Zooming regroups the markers on the way.
    const events = ["moveend", "zoom", "resize"] as const;
    const subscriptions = events.map((event) => map.on(event, update));
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [map]);
  return view;
}
