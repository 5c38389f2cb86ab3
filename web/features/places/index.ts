export { PlaceInput } from "./place-input.tsx";
export { findPlaces, parsePlace, placeText } from "./places.ts";
