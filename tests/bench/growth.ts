/** Cost of one page, requested alone, as the catalogue grows. The sizes alternate. */
import { type Figures, figuresOf, load, noMeasurements, quantile, type Target } from "./load.ts";
import { shownListings } from "./reading.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { visitorHeaders } from "./signed-in-users.ts";

/** Why a page may take longer with more listings. */
const WIDE = "every match is looked at, up to 5,000 of them";
const SORTED = "all matches are sorted, up to 5,000 of them";
const FEW = "the smallest catalogue has too few matches for a full page";

/** Name and query of each page; the third value says why it may grow. */
const PAGES: readonly [name: string, query: string, grows?: string][] = [
  ["list, newest", ""],
  ["list, cheapest", "sort=price_asc"],
  ["list, most viewed", "sort=views"],
  ["list, popular", "sort=popular"],
  ["category", "category=books"],
  ["within 10 km, cheapest", "near=3056&within_km=10&sort=price_asc"],
  ["search, every listing", "q=item"],
  ["search, every tenth", "q=table"],
  ["search, rare", "q=theremin", FEW],
  ["search, every tenth, cheapest", "q=table&sort=price_asc", SORTED],
  ["search, rare, cheapest", "q=theremin&sort=price_asc", SORTED],
  ["search, mistyped", "q=theremni"],
  [
    "all filters at once",
    "q=table&category=books&condition=good&min_price=20&max_price=900&location=vic&sort=popular",
    WIDE,
  ],
];

export interface Growth {
  name: string;
  /** CPU time in ms for each size, in the order of the sizes. */
  cpu: number[];
  /** Median response time in ms, in the same order. */
  p50: number[];
  /** Growth of the worst size compared with the smallest; 0.1 is a tenth slower. */
  growth: number;
  /** Why it may grow; null where it may not. */
  reason: string | null;
}

/** At most a fifth more CPU time, which excludes disk waits and other load on the machine. */
const FLAT = 0.2;

export const isFlat = ({ growth }: Growth) => growth <= FLAT;

/** The median, so that a slow round or a garbage collection does not count. */
const middle = (figures: number[]) => quantile(Float64Array.from(figures).sort(), 0.5);

export async function measureGrowth(
  states: readonly { listings: number; stateDir: string }[],
  { rounds, pages }: { rounds: number; pages: number },
): Promise<Growth[]> {
  const sizes: { runtime: Runtime; targets: Target[]; seen: Figures[][] }[] = [];
  try {
    for (const { listings, stateDir } of states) {
      const runtime = await startRuntime(stateDir);
      const ids = await shownListings(runtime.app, listings);
      let turn = 0;
      const headers = visitorHeaders(0);
      const targets: Target[] = [
        {
          name: "bare: one D1 query, one row",
          side: "bare",
          next: () => ({ path: `/row?name=${ids[turn++ % ids.length]}` }),
        },
        { name: "detail", side: "app", next: () => ({ path: `/api/items/${ids[turn++ % ids.length]}`, headers }) },
        ...PAGES.map(
          ([name, query]): Target => ({ name, side: "app", next: () => ({ path: `/api/items?${query}`, headers }) }),
        ),
      ];
      sizes.push({ runtime, targets, seen: targets.map(() => []) });
    }
    const count = sizes[0]?.targets.length ?? 0;
    for (let round = -1; round < rounds; round++) {
      for (let index = 0; index < count; index++) {
        for (const { runtime, targets, seen } of sizes) {
          const into = noMeasurements();
          await load(runtime, targets[index] as Target, { connections: 1, amount: pages }, into);
          if (round >= 0) seen[index]?.push(figuresOf(into));
        }
      }
    }
    return Array.from({ length: count }, (_, index) => {
      const rows = sizes.map(({ seen }) => seen[index] ?? []);
      const errors = rows.flat().reduce((sum, figure) => sum + figure.errors, 0);
      const name = sizes[0]?.targets[index]?.name ?? "";
      if (errors > 0) throw new Error(`${name}: ${errors} requests failed`);
      const reason = PAGES.find(([page]) => page === name)?.[2] ?? null;
      const cpu = rows.map((figures) => middle(figures.map((figure) => figure.cpu)));
      const p50 = rows.map((figures) => middle(figures.map((figure) => figure.p50)));
      const [first = Number.NaN, ...others] = cpu;
      return { name, cpu, p50, reason, growth: Math.max(...others.map((time) => time / first - 1)) };
    });
  } finally {
    for (const { runtime } of sizes) await runtime.stop();
  }
}
