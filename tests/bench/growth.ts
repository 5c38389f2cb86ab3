/** The time of one page, asked for alone, as the catalogue grows. The sizes take turns. */
import { figuresOf, load, nothingSeen, type Seen, type Target } from "./load.ts";
import { strangerAt } from "./people.ts";
import { shownListings } from "./reading.ts";
import { type Runtime, startRuntime } from "./runtime.ts";

/** Why a page may take longer with more listings. */
const WIDE = "every match is looked at, up to 5,000 of them";

/** Pages by what they are; the third says why one grows. */
const PAGES: readonly [name: string, query: string, grows?: string][] = [
  ["list, newest", ""],
  ["list, cheapest", "sort=price_asc"],
  ["list, most viewed", "sort=views"],
  ["list, popular", "sort=popular"],
  ["category", "category=books"],
  ["within 10 km, cheapest", "near=3056&within_km=10&sort=price_asc"],
  ["search, every listing", "q=item"],
  ["search, every tenth", "q=table"],
  ["search, rare", "q=theremin"],
  ["search, every tenth, cheapest", "q=table&sort=price_asc"],
  ["search, rare, cheapest", "q=theremin&sort=price_asc"],
  ["search, mistyped", "q=theremni"],
  [
    "all filters at once",
    "q=table&category=books&condition=good&min_price=20&max_price=900&location=vic&sort=popular",
    WIDE,
  ],
];

export interface Growth {
  name: string;
  /** ms of each size, in the order of the sizes. */
  p50: number[];
  /** Of the worst size beside the smallest; 0.1 is a tenth slower. */
  growth: number;
  /** Why it may grow; null where it may not. */
  reason: string | null;
}

/** A fifth more; a third of a millisecond either way is the clock's. */
const FLAT = 0.2;
const CLOCK_MS = 0.33;

export const isFlat = ({ p50: [first = 0, ...others] }: Growth) =>
  others.every((time) => time <= first * (1 + FLAT) + CLOCK_MS);

export async function measureGrowth(
  states: readonly { listings: number; stateDir: string }[],
  { rounds, pages }: { rounds: number; pages: number },
): Promise<Growth[]> {
  const sizes: { runtime: Runtime; targets: Target[]; seen: Seen[] }[] = [];
  try {
    for (const { listings, stateDir } of states) {
      const runtime = await startRuntime(stateDir);
      const ids = await shownListings(runtime.app, listings);
      let turn = 0;
      const headers = strangerAt(0);
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
      sizes.push({ runtime, targets, seen: targets.map(nothingSeen) });
    }
    const count = sizes[0]?.targets.length ?? 0;
    for (let round = -1; round < rounds; round++) {
      for (let index = 0; index < count; index++) {
        for (const { runtime, targets, seen } of sizes) {
          const into = round < 0 ? nothingSeen() : (seen[index] as Seen);
          await load(runtime, targets[index] as Target, { connections: 1, amount: pages }, into);
        }
      }
    }
    return Array.from({ length: count }, (_, index) => {
      const figures = sizes.map(({ seen }) => figuresOf(seen[index] as Seen));
      const errors = figures.reduce((sum, figure) => sum + figure.errors, 0);
      const name = sizes[0]?.targets[index]?.name ?? "";
      if (errors > 0) throw new Error(`${name}: ${errors} requests failed`);
      const reason = PAGES.find(([page]) => page === name)?.[2] ?? null;
      const p50 = figures.map((figure) => figure.p50);
      const [first = Number.NaN, ...others] = p50;
      return { name, p50, reason, growth: Math.max(...others.map((time) => time / first - 1)) };
    });
  } finally {
    for (const { runtime } of sizes) await runtime.stop();
  }
}
