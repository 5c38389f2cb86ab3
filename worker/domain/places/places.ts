import { distanceKm, type Point } from "./distance.ts";
import type { PlaceName } from "./place-name.ts";
import { stateNamed } from "./states.ts";

interface Place extends PlaceName, Point {
  /** 1 city … 7 very remote. Of two places with the same name, the less remote one is more likely meant. */
  remoteness: number;
  key: string;
}

/** The place of a listing as entered; any field may be missing or wrong. */
export interface StatedPlace {
  suburb: string | null;
  city: string | null;
  postcode: string | null;
  state?: string | null;
}

/** What a stated suburb can be. `none`: a name that the table does not have, which stays as it was entered. */
export type Resolution =
  | { kind: "one"; place: PlaceName & Point }
  /** The person chooses. */
  | { kind: "several"; places: readonly PlaceName[] }
  | { kind: "none" };

/** Normalises a name: "St. Kilda  East" and "st kilda east" are the same. */
function keyOf(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFD")
    .toLowerCase()
    .replace(/['’.]|\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

const STATES = new Set(["act", "nsw", "nt", "qld", "sa", "tas", "vic", "wa"]);

/** Returns the state's code when the text is a code; full names are ignored. */
const codeOf = (state: string | null) =>
  STATES.has(state?.toLowerCase() ?? "") ? (state?.toUpperCase() ?? null) : null;

/** "Australian Capital Territory" */
const STATE_WORDS_MAX = 3;

/** A typed place: a name, which may be empty or the beginning of one, with its state and postcode. */
interface Reading {
  name: string;
  state: string | null;
  postcode: string | null;
}

/**
 * Returns how "Brunswick VIC 3056", "brunswick, Victoria", "brunswick, 3056" or "3056" may be read, the likeliest first.
 * The whole text may be a name, as in "Port Victoria"; a state alone is always a name.
 */
function readingsOf(text: string): Reading[] {
  const words = keyOf(text).split(" ");
  const last = words.at(-1) ?? "";
  const postcode = /^\d{4}$/.test(last) ? last : null;
  if (postcode !== null) words.pop();
  const readings: Reading[] = [{ name: words.join(" "), state: null, postcode }];
  for (let length = Math.min(STATE_WORDS_MAX, words.length - 1); length > 0; length--) {
    const state = stateNamed(words.slice(-length).join(" "));
    if (state) readings.push({ name: words.slice(0, -length).join(" "), state, postcode });
  }
  return readings;
}

/** Cities that are no suburb, by a suburb in their centre. */
const CITIES: ReadonlyMap<string, string> = new Map([
  ["gold coast", "surfers paradise"],
  ["sunshine coast", "maroochydore"],
  ["central coast", "gosford"],
  ["blue mountains", "katoomba"],
  ["sydney cbd", "sydney"],
  ["melbourne cbd", "melbourne"],
  ["phillip island", "cowes"],
  ["noosa", "noosa heads"],
]);

/** Delivery, mail and business centres, which the table has beside the suburbs, and postcodes of post office boxes. */
const POSTAL_NAME = / (?:bc|dc|mc|po|gpo|facility)$/;
const POSTAL_CODE = /^(?:1|58|59|68|69|78|79|8|9|02|08.1|2890|2891)/;

const isPostal = ({ key, postcode }: Place) => POSTAL_NAME.test(key) || POSTAL_CODE.test(postcode);

/** Entries this close together are one place with several postcodes. */
const SAME_PLACE_KM = 20;
const CHOICES_MAX = 5;

/** Largest distance of a suburb from the centre of its city. */
const CITY_KM = 150;

interface Index {
  all: readonly Place[];
  byName: ReadonlyMap<string, readonly Place[]>;
  byPostcode: ReadonlyMap<string, readonly Place[]>;
}

/** Reads one line of the table: "2042 NSW 1 -33898 151179 Newtown". */
function readLine(line: string): Place {
  const [postcode = "", state = "", remoteness, lat, lon, ...name] = line.split(" ");
  const suburb = name.join(" ");
  return {
    suburb,
    state,
    postcode,
    remoteness: Number(remoteness),
    lat: Number(lat) / 1000,
    lon: Number(lon) / 1000,
    key: keyOf(suburb),
  };
}

/** Reads the table of places.txt, whose first line is a comment. */
function readTable(table: string): Index {
  const [, ...lines] = table.trimEnd().split("\n");
  const all = lines.map(readLine);
  const byName = Map.groupBy(all, (place) => place.key);
  for (const namesakes of byName.values()) namesakes.sort((a, b) => a.remoteness - b.remoteness);
  return { all, byName, byPostcode: Map.groupBy(all, (place) => place.postcode) };
}

const suburbOnly = ({ suburb, state, postcode, lat, lon }: Place) => ({ suburb, state, postcode, lat, lon });

const pointKey = ({ lat, lon }: Point) => `${lat},${lon}`;

/** Returns the place closest to a point, the earlier of two; null of none. */
function closest(places: readonly Place[], point: Point): Place | null {
  return places.reduce<Place | null>(
    (best, place) => (best === null || distanceKm(place, point) < distanceKm(best, point) ? place : best),
    null,
  );
}

/**
 * Locations of suburbs and postcodes, always centroids: no distance is measured from an address. Accepts any text; an
 * unknown place gives null.
 */
export class Places {
  readonly #table: string;
  #parsed: Index | undefined;
  #byPoint: ReadonlyMap<string, Place> | undefined;

  /** @param table the text of places.txt, parsed on first use, because most requests do not need it. */
  constructor(table: string) {
    this.#table = table;
  }

  get #index(): Index {
    this.#parsed ??= readTable(this.#table);
    return this.#parsed;
  }

  /** Returns the places of a name or city, the least remote first. */
  #named(key: string): readonly Place[] {
    const { byName } = this.#index;
    return byName.get(key) ?? byName.get(CITIES.get(key) ?? "") ?? [];
  }

  /** Returns the mean of a postcode's places, as precise as a centroid. */
  #postcodePoint(postcode: string): Point | null {
    const places = this.#index.byPostcode.get(postcode);
    if (!places) return null;
    const mean = (values: number[]) =>
      Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1000) / 1000;
    return { lat: mean(places.map((place) => place.lat)), lon: mean(places.map((place) => place.lon)) };
  }

  /**
   * Finds a text of `placeText` in the table. Parsing the table takes 80 ms, and a page for a visitor with a place needs
   * that one line.
   */
  #lineNamed(text: string): Place | null {
    const [, suburb, state, postcode] = /^([^\n]+) ([A-Z]{2,3}) (\d{4})$/.exec(text) ?? [];
    if (suburb === undefined) return null;
    for (let at = this.#table.indexOf(` ${suburb}\n`); at >= 0; at = this.#table.indexOf(` ${suburb}\n`, at + 1)) {
      const place = readLine(this.#table.slice(this.#table.lastIndexOf("\n", at) + 1, at + 1 + suburb.length));
      if (place.suburb === suburb && place.state === state && place.postcode === postcode) return place;
    }
    return null;
  }

  #suburbNamed(text: string): Place | null {
    const line = this.#parsed ? null : this.#lineNamed(text);
    return line ?? this.#suburbsNamed(text)[0] ?? null;
  }

  /** Returns the suburbs and cities that a text can name, the least remote first. */
  #suburbsNamed(text: string): readonly Place[] {
    for (const { name, state, postcode } of readingsOf(text)) {
      const possible = this.#named(name).filter(
        (candidate) =>
          (postcode === null || candidate.postcode === postcode) && (state === null || candidate.state === state),
      );
      if (possible.length > 0) return possible;
    }
    return [];
  }

  /** Returns the postcode of a text that is nothing else, or null. */
  #postcodeAlone(text: string): string | null {
    const [whole] = readingsOf(text);
    return whole?.name === "" ? whole.postcode : null;
  }

  /**
   * Returns the location of a suburb, city or postcode. Of several suburbs with the same name it takes the least remote;
   * a postcode or state after the name selects one. Null when there is no such place.
   */
  pointNamed(text: string): Point | null {
    const postcode = this.#postcodeAlone(text);
    if (postcode !== null) return this.#postcodePoint(postcode);
    const place = this.#suburbNamed(text);
    return place && { lat: place.lat, lon: place.lon };
  }

  /** Returns the suburb that `pointNamed` would find; of a postcode, the suburb in its middle. */
  placeNamed(text: string): (PlaceName & Point) | null {
    const postcode = this.#postcodeAlone(text);
    const centre = postcode === null ? null : this.#postcodePoint(postcode);
    const place = centre ? closest(this.#index.byPostcode.get(postcode ?? "") ?? [], centre) : this.#suburbNamed(text);
    return place && suburbOnly(place);
  }

  /**
   * Returns the suburb that a word of a search names, and whether places far from each other bear this name.
   * @param beside of several suburbs with one name, the one closest to this point is meant.
   */
  placeMeant(text: string, beside: Point | null): { place: PlaceName & Point; several: boolean } | null {
    if (this.#postcodeAlone(text) !== null) {
      const place = this.placeNamed(text);
      return place && { place, several: false };
    }
    const possible = this.#suburbsNamed(text).filter((place) => !isPostal(place));
    const place = beside ? closest(possible, beside) : possible[0];
    if (!place) return null;
    const several = beside === null && possible.some((other) => distanceKm(other, place) >= SAME_PLACE_KM);
    return { place: suburbOnly(place), several };
  }

  /** Returns the suburb of a profile, as `pointOfListing` understands it, or null. */
  suburbOf(stated: StatedPlace): (PlaceName & Point) | null {
    const point = this.pointOfListing(stated);
    const { byName, byPostcode } = this.#index;
    const candidates = byName.get(keyOf(stated.suburb ?? "")) ?? byPostcode.get(stated.postcode ?? "") ?? [];
    const place = point && closest(candidates, point);
    return place && suburbOnly(place);
  }

  /**
   * Returns the one place that a stated suburb can be, or those the person has to choose from. The postcode, the state and
   * the city select; a suburb that does not lie in its postcode is a question, never a guess.
   */
  resolve({ suburb, city, postcode, state = null }: StatedPlace): Resolution {
    const namesakes = (this.#index.byName.get(keyOf(suburb ?? "")) ?? []).filter((place) => !isPostal(place));
    if (namesakes.length === 0) return { kind: "none" };
    const inPostcode = namesakes.find((place) => place.postcode === postcode);
    if (inPostcode) return { kind: "one", place: suburbOnly(inPostcode) };
    const middle = postcode === null ? null : this.#postcodePoint(postcode);
    const beside = middle && closest(namesakes, middle);
    // People near a border write their neighbour's suburb.
    if (middle && beside && distanceKm(beside, middle) < SAME_PLACE_KM)
      return { kind: "one", place: suburbOnly(beside) };
    const code = codeOf(state);
    const [centre] = this.#named(keyOf(city ?? ""));
    const possible = namesakes.filter(
      (place) =>
        (code === null || place.state === code) && (centre === undefined || distanceKm(place, centre) <= CITY_KM),
    );
    const [first, ...others] = possible;
    if (postcode === null && first && others.every((place) => distanceKm(place, first) < SAME_PLACE_KM)) {
      return { kind: "one", place: suburbOnly(first) };
    }
    const choices = (possible.length > 0 ? possible : namesakes).map((place) => ({
      suburb: place.suburb,
      state: place.state,
      postcode: place.postcode,
    }));
    return { kind: "several", places: choices.slice(0, CHOICES_MAX) };
  }

  /**
   * Returns the centroid of a listing's suburb: the suburb in its postcode, else the postcode, else the only suburb of
   * that name, or the one near the named city. Null when this is ambiguous.
   */
  pointOfListing({ suburb, city, postcode, state = null }: StatedPlace): Point | null {
    const namesakes = this.#index.byName.get(keyOf(suburb ?? "")) ?? [];
    const inPostcode = namesakes.find((place) => place.postcode === postcode);
    if (inPostcode) return { lat: inPostcode.lat, lon: inPostcode.lon };
    const middle = postcode === null ? null : this.#postcodePoint(postcode);
    if (middle) return middle;
    const code = codeOf(state);
    const inState = namesakes.filter((place) => code === null || place.state === code);
    const [centre] = this.#named(keyOf(city ?? ""));
    const near = centre ? inState.filter((place) => distanceKm(place, centre) <= CITY_KM) : inState;
    const [only, ...others] = near;
    const one = only && others.every((place) => distanceKm(place, only) < SAME_PLACE_KM) ? only : null;
    if (one) return { lat: one.lat, lon: one.lon };
    return namesakes.length === 0 && centre ? { lat: centre.lat, lon: centre.lon } : null;
  }

  /**
   * Returns the suburb that `pointOfListing` located at this point: the suburb with this centroid, or the one in the
   * middle of a postcode with this mean. Null for any other point.
   */
  suburbAt(point: Point): (PlaceName & Point) | null {
    this.#byPoint ??= this.#indexByPoint();
    const place = this.#byPoint.get(pointKey(point));
    return place ? suburbOnly(place) : null;
  }

  #indexByPoint(): ReadonlyMap<string, Place> {
    const byPoint = new Map<string, Place>();
    const add = (point: Point, place: Place) => {
      const before = byPoint.get(pointKey(point));
      if (!before || (isPostal(before) && !isPostal(place))) byPoint.set(pointKey(point), place);
    };
    const { all, byPostcode } = this.#index;
    for (const place of all) add(place, place);
    for (const [postcode, places] of byPostcode) {
      const mean = this.#postcodePoint(postcode);
      const middle = mean && closest(places, mean);
      if (mean && middle && !byPoint.has(pointKey(mean))) byPoint.set(pointKey(mean), middle);
    }
    return byPoint;
  }

  /** Returns every suburb without postal names, the least remote first. */
  suburbs(): (PlaceName & Point)[] {
    return this.#index.all
      .filter((one) => !isPostal(one))
      .sort((a, b) => a.remoteness - b.remoteness)
      .map(suburbOnly);
  }

  /** Returns the suburb whose centroid is closest to a point; null when every suburb is at least `maxKm` away. */
  nearest(point: Point, maxKm: number): (PlaceName & Point) | null {
    const suburbs = this.#index.all.filter((one) => !isPostal(one));
    const place = closest(suburbs, point);
    return place && distanceKm(place, point) < maxKm ? suburbOnly(place) : null;
  }

  /**
   * Suggests suburbs whose name or postcode starts with the text: exact names first, then the least remote. For a city
   * that is no suburb, the one in its centre.
   */
  suggest(text: string, limit: number): PlaceName[] {
    for (const reading of readingsOf(text)) {
      const starting = this.#startingWith(text, reading);
      const found = starting.length > 0 ? starting : this.#named(reading.name);
      if (found.length > 0)
        return found.slice(0, limit).map(({ suburb, state, postcode }) => ({ suburb, state, postcode }));
    }
    return [];
  }

  #startingWith(text: string, { name, state, postcode }: Reading): readonly Place[] {
    const digits = /^\d{1,4}$/.test(keyOf(text)) ? keyOf(text) : postcode;
    const wanted = digits === name ? "" : name;
    if (wanted === "" && !digits) return [];
    const found = this.#index.all.filter(
      (place) =>
        !isPostal(place) &&
        place.key.startsWith(wanted) &&
        (!digits || place.postcode.startsWith(digits)) &&
        (state === null || place.state === state),
    );
    const exact = (place: Place) => (place.key === wanted ? 0 : 1);
    return found.sort((a, b) => exact(a) - exact(b) || a.remoteness - b.remoteness || (a.key < b.key ? -1 : 1));
  }
}
