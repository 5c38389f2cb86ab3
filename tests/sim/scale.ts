/**
 * `npm run sim:scale`: what a month costs, and how many people one D1 database carries, from the measured requests of a
 * visit (docs/scale.md). The ceilings come from simulating the busiest minute of the database as one queue, because D1
 * answers one query at a time.
 */
import { Random } from "./random.ts";

/** What one visit asks for. */
interface Visit {
  workerRequests: number;
  photosFromR2: number;
  /** Queries of the primary and of read replicas, each one trip. */
  primaryReads: number;
  replicaReads: number;
  /** Trips that write, and the rows they write. */
  writes: number;
  rowsWritten: number;
  rowsRead: number;
  objectRequests: number;
  logLines: number;
}

/** Two lists, three items, five minutes of which half are on a grid. Photos are seen for the first time. */
const LISTS = 2;
const ITEMS = 3;
const PHOTOS = 45;
const SIGNED_IN = 0.35;
/** Visits per person and month, and emails. */
const VISITS = 8;
const EMAILS = 4;
/** Rows that counting one view writes, with its indexes. */
const ROWS_PER_VIEW = 9.5;

/** Measured on 22 November 2026, before the edge cache, quiet tabs and sampled log lines. */
const BEFORE: Visit = {
  workerRequests: 123,
  photosFromR2: PHOTOS,
  primaryReads: 92,
  replicaReads: 0,
  writes: ITEMS,
  rowsWritten: ITEMS * ROWS_PER_VIEW,
  rowsRead: 24_000,
  objectRequests: ITEMS * 3,
  logLines: 123 * 2,
};

interface Choices {
  /** Share of visitors' lists and items that the edge cache answers. */
  kept: number;
  photosOnWorker: boolean;
  replicas: boolean;
}

/** Requests that Chromium was seen to make, beside photos and static files. */
const LIST = { visitor: 4, signedIn: 8 };
const ITEM = { visitor: 3, signedIn: 8 };
/**
 * A grid in use asks every ten seconds, or every five while a buyer holds an item on screen. An idle one asks every
 * minute.
 * A visitor is active for half of the time.
 */
const HELD = 0.1;
const GRID_POLLS = 1.25 * (12 * HELD + 6 * (1 - HELD)) + 1.25;

function visitToday({ kept, photosOnWorker, replicas }: Choices): Visit {
  const mixed = ({ visitor, signedIn }: { visitor: number; signedIn: number }) =>
    visitor * (1 - SIGNED_IN) + signedIn * SIGNED_IN;
  const requests = LISTS * mixed(LIST) + ITEMS * mixed(ITEM) + GRID_POLLS;
  const visitorPages = (LISTS * LIST.visitor + ITEMS * (ITEM.visitor - 1)) * (1 - SIGNED_IN);
  const visitorReads = visitorPages * (1 - kept) + GRID_POLLS * (1 - SIGNED_IN);
  const ownReads = (LISTS * LIST.signedIn + ITEMS * (ITEM.signedIn - 1) + GRID_POLLS) * SIGNED_IN;
  return {
    workerRequests: requests + (photosOnWorker ? PHOTOS : 0),
    // The edge cache keeps a photo for a day.
    photosFromR2: PHOTOS * (1 - kept),
    primaryReads: ownReads + (replicas ? 0 : visitorReads),
    replicaReads: replicas ? visitorReads : 0,
    writes: ITEMS,
    rowsWritten: ITEMS * ROWS_PER_VIEW,
    rowsRead: 60 * (ownReads + visitorReads),
    objectRequests: ITEMS * 3,
    logLines: requests * 0.05,
  };
}

/** Dollars per unit beyond the included amount, from Cloudflare's price list. */
const PRICES = {
  base: 5,
  requests: { perMillion: 0.3, included: 10e6 },
  cpuMs: { perMillion: 0.02, included: 30e6 },
  rowsRead: { perMillion: 0.001, included: 25e9 },
  rowsWritten: { perMillion: 1, included: 50e6 },
  objectRequests: { perMillion: 0.15, included: 1e6 },
  photoReads: { perMillion: 0.36, included: 10e6 },
  logLines: { perMillion: 0.6, included: 20e6 },
  emails: { perMillion: 350, included: 3_000 },
};
const CPU_MS_PER_REQUEST = 2;
/** Rows that the jobs of a month read per person. */
const JOB_ROWS = 15_000;

function monthlyCost(people: number, visit: Visit, emails: number) {
  const visits = people * VISITS;
  const beyond = ({ perMillion, included }: { perMillion: number; included: number }, used: number) =>
    (Math.max(0, used - included) / 1e6) * perMillion;
  const parts = {
    base: PRICES.base,
    requests: beyond(PRICES.requests, visits * visit.workerRequests),
    processor: beyond(PRICES.cpuMs, visits * visit.workerRequests * CPU_MS_PER_REQUEST),
    "rows read": beyond(PRICES.rowsRead, visits * visit.rowsRead + people * JOB_ROWS),
    "rows written": beyond(PRICES.rowsWritten, visits * visit.rowsWritten),
    objects: beyond(PRICES.objectRequests, visits * visit.objectRequests),
    photos: beyond(PRICES.photoReads, visits * visit.photosFromR2),
    log: beyond(PRICES.logLines, visits * visit.logLines),
    email: beyond(PRICES.emails, people * emails),
  };
  return { parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** Time of one trip at the primary in ms: D1's documents speak of a thousand simple queries a second. */
const READ_MS = 1;
const WRITE_MS = 2.5;
/** The busiest minute has four times the mean load. */
const PEAK = 4;
const MONTH_S = 30 * 86_400;
/** A page waits for one or two trips, so a wait this long is felt. */
const WAIT_LIMIT_MS = 100;
const MINUTE_MS = 60_000;

/** Returns the wait that 99 of 100 queries of the busiest minute stay below, in ms. */
function waitAtPeak(people: number, visit: Visit): number {
  const perMs = ((people * VISITS * PEAK) / MONTH_S / 1000) * (visit.primaryReads + visit.writes);
  const writes = visit.writes / (visit.primaryReads + visit.writes);
  const random = new Random(1);
  const chance = () => (random.below(1e9) + 1) / 1e9;
  const waits: number[] = [];
  let now = 0;
  let free = 0;
  while (now < MINUTE_MS) {
    now += -Math.log(chance()) / perMs;
    waits.push(Math.max(0, free - now));
    free = Math.max(free, now) + (chance() < writes ? WRITE_MS : READ_MS);
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

/** Returns the largest number of people, in steps of 50,000, whose busiest minute is not felt. */
function ceiling(visit: Visit): number {
  const step = 50_000;
  let people = step;
  while (waitAtPeak(people + step, visit) <= WAIT_LIMIT_MS) people += step;
  return people;
}

const TODAY = { kept: 0.5, photosOnWorker: true, replicas: true };
/** What remains of the emails when those that are not urgent share one a day: an assumption until it is measured. */
const DAILY = EMAILS / 2;
const cases: { name: string; visit: Visit; emails: number }[] = [
  { name: "before", visit: BEFORE, emails: EMAILS },
  {
    name: "today, edge cache and replicas off",
    visit: visitToday({ ...TODAY, kept: 0, replicas: false }),
    emails: DAILY,
  },
  { name: "today, without replicas", visit: visitToday({ ...TODAY, replicas: false }), emails: DAILY },
  { name: "today, each email at once", visit: visitToday(TODAY), emails: EMAILS },
  { name: "today", visit: visitToday(TODAY), emails: DAILY },
  {
    name: "today, photos from their own domain",
    visit: visitToday({ ...TODAY, photosOnWorker: false }),
    emails: DAILY,
  },
];

const dollars = (value: number) => `$${Math.round(value).toLocaleString("en-AU")}`;
const SIZES = [10_000, 100_000, 1_000_000];
console.log("| | requests of a visit | rows written | 10,000 people | 100,000 | 1,000,000 | people on one D1 |");
console.log("|---|--:|--:|--:|--:|--:|--:|");
for (const { name, visit, emails } of cases) {
  const totals = SIZES.map((people) => dollars(monthlyCost(people, visit, emails).total));
  const carried = `${(ceiling(visit) / 1e6).toFixed(2)} million`;
  console.log(
    `| ${name} | ${Math.round(visit.workerRequests)} | ${visit.rowsWritten} | ${totals.join(" | ")} | ${carried} |`,
  );
}
const last = cases.at(-1);
if (last) {
  const { parts } = monthlyCost(1_000_000, last.visit, last.emails);
  const named = Object.entries(parts).map(([name, value]) => `${name} ${dollars(value)}`);
  console.log(`\nThe last line at a million people: ${named.join(", ")}.`);
}
