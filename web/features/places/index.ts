export { PlaceInput } from "./place-input.tsx";
export { findPlaces, parsePlace } from "./places.ts";
