/** What a change of a listing's suburb or postcode does to the rest of its place (D110). */
import type { FieldProblem } from "../result.ts";
import { placeText } from "./place-name.ts";
import type { Places, StatedPlace } from "./places.ts";

export interface MovedPlace {
  postcode: string | null;
  /** The state of the resolved place; null where it is unknown. */
  state: string | null;
  /** The place is another one than the postcode that was stored: street and time zone go with it. */
  elsewhere: boolean;
  problem: FieldProblem | null;
}

/**
 * Returns the postcode and state of a place as a whole.
 * @param stated the place after the change
 * @param typedPostcode whether the postcode was part of the change; a stored one belongs to the place before
 */
export function movedPlace(places: Places, stated: StatedPlace, typedPostcode: boolean): MovedPlace {
  const same = { postcode: stated.postcode, state: null, elsewhere: false, problem: null };
  const whole = places.resolve(stated);
  if (whole.kind === "none") return same;
  if (whole.kind === "one") {
    return { ...same, state: whole.place.state, postcode: stated.postcode ?? whole.place.postcode };
  }
  // A stored postcode that does not contain the new suburb is that of the place before.
  const alone = typedPostcode ? whole : places.resolve({ ...stated, postcode: null });
  if (alone.kind === "one") {
    return { postcode: alone.place.postcode, state: alone.place.state, elsewhere: true, problem: null };
  }
  const choices = alone.kind === "several" ? alone.places : [];
  const [last, ...others] = choices.map(placeText).reverse();
  const list = [others.reverse().join(", "), last].filter(Boolean).join(" or ");
  const message =
    typedPostcode && stated.postcode !== null
      ? `${stated.suburb} isn't in ${stated.postcode}. Is it ${list}? Please correct the suburb or the postcode.`
      : `There are several places called ${stated.suburb}. Is it ${list}? Please add the postcode.`;
  return { ...same, problem: { field: "postcode", message } };
}
