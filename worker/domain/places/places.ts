import { distanceKm, type Point } from "./distance.ts";

export interface PlaceName {
  suburb: string;
  state: string;
  postcode: string;
}

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

/** Splits "Brunswick VIC 3056", "brunswick, 3056" or "3056" into name, state and postcode. */
function partsOf(text: string): { name: string; state: string | null; postcode: string | null } {
  const words = keyOf(text).split(" ");
  const last = words.at(-1) ?? "";
  const postcode = /^\d{4}$/.test(last) ? last : null;
  if (postcode !== null) words.pop();
  const end = words.at(-1) ?? "";
  const state = words.length > 1 && STATES.has(end) ? end.toUpperCase() : null;
  if (state !== null) words.pop();
  return { name: words.join(" "), state, postcode };
}

/** Largest distance of a suburb from the centre of its city. */
const CITY_KM = 150;

interface Index {
  all: readonly Place[];
  byName: ReadonlyMap<string, readonly Place[]>;
  byPostcode: ReadonlyMap<string, readonly Place[]>;
}

/** Reads the table of places.txt, whose first line is a comment. */
function readTable(table: string): Index {
  const [, ...lines] = table.trimEnd().split("\n");
  const all: Place[] = lines.map((line) => {
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
  });
  const byName = Map.groupBy(all, (place) => place.key);
  for (const namesakes of byName.values()) namesakes.sort((a, b) => a.remoteness - b.remoteness);
  return { all, byName, byPostcode: Map.groupBy(all, (place) => place.postcode) };
}

/**
 * Locations of suburbs and postcodes, always centroids: no distance is measured from an address. Accepts any text; an
 * unknown place gives null.
 */
export class Places {
  readonly #table: string;
  #parsed: Index | undefined;

  /** @param table the text of places.txt, parsed on first use, because most requests do not need it. */
  constructor(table: string) {
    this.#table = table;
  }

  get #index(): Index {
    this.#parsed ??= readTable(this.#table);
    return this.#parsed;
  }

  /** Returns the mean of a postcode's places. */
  #postcodePoint(postcode: string): Point | null {
    const places = this.#index.byPostcode.get(postcode);
    if (!places) return null;
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { lat: mean(places.map((place) => place.lat)), lon: mean(places.map((place) => place.lon)) };
  }

  /**
   * Returns the location of a suburb or postcode. Of several suburbs with the same name it takes the least remote; a
   * postcode or state after the name selects one. Null when there is no such place.
   */
  pointNamed(text: string): Point | null {
    const { name, state, postcode } = partsOf(text);
    if (name === "") return postcode === null ? null : this.#postcodePoint(postcode);
    const place = (this.#index.byName.get(name) ?? []).find(
      (candidate) =>
        (postcode === null || candidate.postcode === postcode) && (state === null || candidate.state === state),
    );
    return place ? { lat: place.lat, lon: place.lon } : null;
  }

  /**
   * Returns the centroid of a listing's suburb: the suburb in its postcode, else the postcode, else the only suburb of
   * that name, or the one near the named city. Null when this is ambiguous.
   */
  pointOfListing({ suburb, city, postcode, state = null }: StatedPlace): Point | null {
    const { byName } = this.#index;
    const namesakes = byName.get(keyOf(suburb ?? "")) ?? [];
    const inPostcode = namesakes.find((place) => place.postcode === postcode);
    if (inPostcode) return { lat: inPostcode.lat, lon: inPostcode.lon };
    const middle = postcode === null ? null : this.#postcodePoint(postcode);
    if (middle) return middle;
    const code = codeOf(state);
    const inState = namesakes.filter((place) => code === null || place.state === code);
    const [centre] = byName.get(keyOf(city ?? "")) ?? [];
    const near = centre ? inState.filter((place) => distanceKm(place, centre) <= CITY_KM) : inState;
    const [only, ...others] = near;
    // Entries close together are one place with several postcodes.
    const one = only && others.every((place) => distanceKm(place, only) < 20) ? only : null;
    if (one) return { lat: one.lat, lon: one.lon };
    return namesakes.length === 0 && centre ? { lat: centre.lat, lon: centre.lon } : null;
  }

  /** Suggests places whose name or postcode starts with the text: exact names first, then the least remote. */
  suggest(text: string, limit: number): PlaceName[] {
    const { name, state, postcode } = partsOf(text);
    const digits = /^\d{1,4}$/.test(keyOf(text)) ? keyOf(text) : postcode;
    const wanted = digits === name ? "" : name;
    if (wanted === "" && !digits) return [];
    const found = this.#index.all.filter(
      (place) =>
        place.key.startsWith(wanted) &&
        (!digits || place.postcode.startsWith(digits)) &&
        (state === null || place.state === state),
    );
    const exact = (place: Place) => (place.key === wanted ? 0 : 1);
    return found
      .sort((a, b) => exact(a) - exact(b) || a.remoteness - b.remoteness || (a.key < b.key ? -1 : 1))
      .slice(0, limit)
      .map(({ suburb, state: in_, postcode: code }) => ({ suburb, state: in_, postcode: code }));
  }
}
