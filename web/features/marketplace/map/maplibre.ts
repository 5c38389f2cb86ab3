/** MapLibre with its styles, as one chunk that is loaded when a map is opened. */
import "maplibre-gl/dist/maplibre-gl.css";
import { MapLibreMap, type MapOptions, setWorkerUrl } from "maplibre-gl";
// A file of its own, because the Content-Security-Policy allows no worker from a blob.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";

setWorkerUrl(workerUrl);

export const createMap = (options: MapOptions) => new MapLibreMap(options);
