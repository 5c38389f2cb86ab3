/**
 * `npm run lighthouse`: runs the built app on a state of its own with the demo data, behind HTTP/2 as in production, and
 * holds the first page, the marketplace, an item's page and the form a seller lists an item with to the budget of a phone
 * on a slow line (median of `--runs=3`). Every machine is made as slow as one and the same phone, by the speed it had during
 * that very load (decision 0081); the line below each is Lighthouse's own fourfold slowdown of whatever this machine is.
 * `--slowdown=4` holds the budget against that one. `--build=0` takes dist/ as it is, `--port=` another port, `--only=` one page by the
 * beginning of its name. Fails when a budget is missed.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Result } from "lighthouse";
import { ApiUser } from "../tests/support/node/api-user.ts";
import { AppProcess, freePort } from "../tests/support/node/app-process.ts";
import { type Edge, startEdge } from "../tests/support/node/edge.ts";
import { DEMO_PASSWORD } from "./demo/people.ts";
import { median } from "./lighthouse/host-speed.ts";
import { loadPage, type PageLoad, PHONE_SCORE, USUAL_SLOWDOWN } from "./lighthouse/page-load.ts";

const root = resolve(import.meta.dirname, "..");
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const runs = Number(option("runs") ?? 3);
const slowdown = option("slowdown") === undefined ? null : Number(option("slowdown"));

interface Metric {
  name: string;
  audit: string;
  budget: number;
  show: (value: number) => string;
}

const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
const METRICS: Metric[] = [
  { name: "LCP", audit: "largest-contentful-paint", budget: 1_800, show: seconds },
  { name: "TBT", audit: "total-blocking-time", budget: 100, show: (value) => `${Math.round(value)} ms` },
  { name: "CLS", audit: "cumulative-layout-shift", budget: 0.03, show: (value) => value.toFixed(3) },
];
const PERFORMANCE = 97;

const print = (cells: readonly string[]) => console.log(cells.map((cell) => cell.padEnd(14)).join(""));

const performance = ({ categories }: Result) => Math.round((categories.performance?.score ?? 0) * 100);
const value = ({ audits }: Result, audit: string) => audits[audit]?.numericValue ?? Number.NaN;
const range = (values: number[], show: (value: number) => string) =>
  [...new Set([Math.min(...values), Math.max(...values)].map(show))].join("–");

/** Two lines of a page: as the phone has it, and as four times slower than this machine. Returns how many budgets it misses. */
function report(name: string, loads: readonly PageLoad[]): number {
  const over = (fine: boolean, text: string) => (fine ? text : `${text} OVER`);
  const middle = (of: keyof Pick<PageLoad, "phone" | "usual">, read: (result: Result) => number) =>
    median(loads.map((load) => read(load[of])));
  const cells = (of: "phone" | "usual") => [
    { amount: middle(of, performance), fine: middle(of, performance) >= PERFORMANCE, show: String },
    ...METRICS.map(({ audit, budget, show }) => {
      const amount = middle(of, (result) => value(result, audit));
      return { amount, fine: amount <= budget, show };
    }),
  ];
  const judged = cells("phone");
  const restless = loads.filter(({ steady }) => !steady).length;
  print([
    name,
    ...judged.map(({ amount, fine, show }) => over(fine, show(amount))),
    seconds(middle("phone", (result) => value(result, "first-contentful-paint"))),
    `${Math.round(middle("phone", (result) => value(result, "total-byte-weight")) / 1024)} KB`,
    range(
      loads.map(({ score }) => score),
      (score) => score.toFixed(0),
    ),
    range(
      loads.map((load) => load.slowdown),
      (factor) => `${factor.toFixed(1)} ×`,
    ),
    ...(restless > 0 ? [`${restless} of ${loads.length} on a restless machine`] : []),
  ]);
  const usual = cells("usual").map(({ amount, show }) => show(amount));
  print([
    `  at ${USUAL_SLOWDOWN} ×`,
    ...usual,
    seconds(middle("usual", (result) => value(result, "first-contentful-paint"))),
  ]);
  return judged.filter(({ fine }) => !fine).length;
}

function run(script: string, env: Record<string, string> = {}): void {
  const { status } = spawnSync("node", [join("scripts", script)], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

async function anItem(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/api/items?limit=1&sort=views`);
  const { items } = (await reply.json()) as { items: { id: string }[] };
  if (!items[0]) throw new Error("The demo marketplace lists nothing.");
  return items[0].id;
}

interface PageUnderTest {
  name: string;
  path: string;
  /** Whose page it is; empty for a visitor's. */
  cookie: string;
}

async function pagesOf(origin: string): Promise<PageUnderTest[]> {
  const seller = new ApiUser(origin, "192.0.2.1");
  await seller.signIn("seller@demo.local", DEMO_PASSWORD);
  const pages = [
    { name: "Home", path: "/", cookie: "" },
    { name: "Marketplace", path: "/Marketplace", cookie: "" },
    { name: "Item detail", path: `/ItemDetail/${await anItem(origin)}`, cookie: "" },
    { name: "List an item", path: "/AddItem", cookie: seller.cookie },
  ];
  const only = option("only")?.toLowerCase() ?? "";
  return pages.filter(({ name }) => name.toLowerCase().startsWith(only));
}

if (option("build") !== "0") run("build.ts");
const stateDir = mkdtempSync(join(tmpdir(), "goodstreet-lighthouse-"));
const app = new AppProcess(Number(option("port") ?? (await freePort())), stateDir);
let edge: Edge | undefined;
let missed = 0;
try {
  run("seed-demo.ts", { STATE_DIR: stateDir });
  await app.start();
  edge = await startEdge(app.origin, await freePort());
  const { origin } = edge;
  const pages = await pagesOf(app.origin);
  console.log(
    `\n${slowdown ? `${slowdown} times slower` : `a phone of score ${PHONE_SCORE}`}, simulated slow line, median of ${runs}\n`,
  );
  print(["", "perf", ...METRICS.map(({ name }) => name), "FCP", "bytes", "machine", "slowed"]);
  for (const { name, path, cookie } of pages) {
    await fetch(app.origin + path); // the isolate's first request is not the page's
    const loads: PageLoad[] = [];
    for (let round = 0; round < runs; round++) loads.push(await loadPage({ url: origin + path, cookie, slowdown }));
    missed += report(name, loads);
  }
  print(["budget", `≥ ${PERFORMANCE}`, ...METRICS.map((metric) => `≤ ${metric.show(metric.budget)}`)]);
} finally {
  await edge?.close();
  await app.end("SIGTERM");
  rmSync(stateDir, { recursive: true, force: true });
}
if (missed > 0) {
  console.error(`\n${missed} ${missed === 1 ? "value is" : "values are"} over the budget.`);
  process.exitCode = 1;
}
