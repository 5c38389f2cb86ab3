/**
 * `npm run lighthouse`: runs the built app on a state of its own with the demo data, behind HTTP/2 as in production, and
 * holds the first page, the marketplace, an item's page and the form a seller lists an item with to the budget of a phone
 * on a slow line (median of `--runs=3`). `--build=0` takes dist/ as it is, `--port=` another port, `--only=` one page by
 * the beginning of its name. Fails when a budget is missed.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";
import { ApiUser } from "../tests/support/node/api-user.ts";
import { AppProcess, freePort } from "../tests/support/node/app-process.ts";
import { type Edge, startEdge } from "../tests/support/node/edge.ts";
import { DEMO_PASSWORD } from "./demo/people.ts";

const root = resolve(import.meta.dirname, "..");
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const runs = Number(option("runs") ?? 3);

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

type Result = Record<string, number>;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Chromium now and then loses the beginning of its own trace (NO_NAVSTART): that says nothing about the page. */
async function audit(url: string, cookie: string, attempts = 3): Promise<Result> {
  try {
    return await auditOnce(url, cookie);
  } catch (error) {
    if (attempts <= 1) throw error;
    console.error(`${String(error)} Again.`);
    return audit(url, cookie, attempts - 1);
  }
}

async function auditOnce(url: string, cookie: string): Promise<Result> {
  const chrome = await chromeLauncher.launch({
    chromePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    chromeFlags: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // The edge's certificate is made for this run.
      "--ignore-certificate-errors",
    ],
    logLevel: "silent",
  });
  try {
    const outcome = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      output: "json",
      onlyCategories: ["performance"],
      formFactor: "mobile",
      throttlingMethod: "simulate",
      ...(cookie && { extraHeaders: { Cookie: cookie } }),
    });
    if (!outcome) throw new Error(`Lighthouse gave no result for ${url}.`);
    const { audits, categories } = outcome.lhr;
    if (outcome.lhr.runtimeError) throw new Error(`${url}: ${outcome.lhr.runtimeError.message}`);
    // A form that sends its seller to sign in is another page than the one that is meant.
    const { finalDisplayedUrl } = outcome.lhr;
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${finalDisplayedUrl}`);
    return {
      performance: Math.round((categories.performance?.score ?? 0) * 100),
      "first-contentful-paint": audits["first-contentful-paint"]?.numericValue ?? Number.NaN,
      bytes: audits["total-byte-weight"]?.numericValue ?? Number.NaN,
      ...Object.fromEntries(METRICS.map((metric) => [metric.audit, audits[metric.audit]?.numericValue ?? Number.NaN])),
    };
  } finally {
    chrome.kill();
  }
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
  console.log(`\nphone, simulated slow line, median of ${runs}\n`);
  console.log(
    ["", "perf", ...METRICS.map((metric) => metric.name), "FCP", "bytes"].map((cell) => cell.padEnd(14)).join(""),
  );
  for (const { name, path, cookie } of pages) {
    const results: Result[] = [];
    await fetch(app.origin + path); // the isolate's first request is not the page's
    for (let round = 0; round < runs; round++) results.push(await audit(origin + path, cookie));
    const middle = (key: string) => median(results.map((result) => result[key] ?? Number.NaN));
    const cells = [
      { value: middle("performance"), text: String(middle("performance")), fine: middle("performance") >= PERFORMANCE },
      ...METRICS.map(({ audit: key, budget, show }) => ({
        value: middle(key),
        text: show(middle(key)),
        fine: middle(key) <= budget,
      })),
    ];
    missed += cells.filter((cell) => !cell.fine).length;
    const row = [
      name,
      ...cells.map((cell) => (cell.fine ? cell.text : `${cell.text} OVER`)),
      seconds(middle("first-contentful-paint")),
      `${Math.round(middle("bytes") / 1024)} KB`,
    ];
    console.log(row.map((cell) => cell.padEnd(14)).join(""));
  }
  console.log(
    ["budget", `≥ ${PERFORMANCE}`, ...METRICS.map((metric) => `≤ ${metric.show(metric.budget)}`)]
      .map((cell) => cell.padEnd(14))
      .join(""),
  );
} finally {
  await edge?.close();
  await app.end("SIGTERM");
  rmSync(stateDir, { recursive: true, force: true });
}
if (missed > 0) {
  console.error(`\n${missed} ${missed === 1 ? "value is" : "values are"} over the budget.`);
  process.exitCode = 1;
}
