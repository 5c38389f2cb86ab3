export { distanceLabel, isNearby, kmLabel } from "./distance-label.ts";
export { loadPlaces } from "./load-places.ts";
export { NearAndFurther } from "./near-and-further.tsx";
export { NearChip } from "./near-chip.tsx";
export { NearPlaceProvider, useNearPlace, useSetNearPlace } from "./near-place.tsx";
export { PlaceInput } from "./place-input.tsx";
export { findPlaces, parsePlace, placeNamed } from "./places.ts";
