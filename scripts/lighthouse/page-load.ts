/** One load of a page by Lighthouse, judged as one phone would have it, whatever the speed of this machine just then. */
import * as chromeLauncher from "chrome-launcher";
import lighthouse, { auditFlowArtifacts, type Result, type Trace } from "lighthouse";
import { type HostSpeed, SpeedWatch, speedBetween } from "./host-speed.ts";

/**
 * The phone, on the scale of Lighthouse's benchmark: a quarter of 2,000, the upper end of the computers that its fourfold
 * slowdown is meant for, and in the middle of the phones it is meant to stand for (125 to 800).
 */
export const PHONE_SCORE = 500;
/** What Lighthouse takes on every machine. */
export const USUAL_SLOWDOWN = 4;

/**
 * A load in which the machine changed its speed by more than this, or kept the page waiting for more, says little. On two
 * processors a page waits for half of its time although nothing else is at work, presumably for Chromium's own processes.
 */
const MAX_SWING = 1.5;
const MAX_WAITING = 0.65;
const MAX_REFUSED = 2;

export interface PageLoad {
  /** As the phone has it. */
  phone: Result;
  slowdown: number;
  /** As every machine's quarter has it. */
  usual: Result;
  score: number;
  /** The machine kept its speed, and the page did not wait for other work. */
  steady: boolean;
}

interface Asked {
  url: string;
  cookie: string;
  /** Instead of what the machine's speed asks for. */
  slowdown: number | null;
}

/** The page, as often as it takes to have a load that says something; the last one as it is when none does. */
export async function loadPage(asked: Asked): Promise<PageLoad> {
  for (let refused = 0; ; refused++) {
    try {
      const { load, complaint } = await loadOnce(asked);
      if (complaint === null || refused >= MAX_REFUSED) return load;
      console.error(`  refused: ${complaint}`);
    } catch (error) {
      // Chromium now and then loses the beginning of its own trace (NO_NAVSTART): that says nothing about the page.
      if (refused >= MAX_REFUSED) throw error;
      console.error(`  ${String(error)} Again.`);
    }
  }
}

async function loadOnce({ url, cookie, slowdown }: Asked): Promise<{ load: PageLoad; complaint: string | null }> {
  const watch = new SpeedWatch();
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
      // Lighthouse comes with an inspector, for which every new Error gives away its place in the source. V8 keeps those places
      // only when asked, and then reads the code again: presumably all of React DOM, for the Errors it makes as it starts. No
      // visitor pays for that, so here they are kept from the start (decision 0083).
      "--js-flags=--no-enable-lazy-source-positions",
      // The edge's certificate is made for this run.
      "--ignore-certificate-errors",
    ],
    logLevel: "silent",
  });
  const flags = {
    port: chrome.port,
    logLevel: "error",
    output: "json",
    onlyCategories: ["performance"] as string[],
    formFactor: "mobile",
    throttlingMethod: "simulate",
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  } as const;
  try {
    const outcome = await lighthouse(url, flags);
    if (!outcome) throw new Error(`Lighthouse gave no result for ${url}.`);
    const { lhr: usual, artifacts } = outcome;
    if (usual.runtimeError) throw new Error(`${url}: ${usual.runtimeError.message}`);
    // A form that sends its seller to sign in is another page than the one that is meant.
    if (new URL(usual.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${usual.finalDisplayedUrl}`);

    const work = mainThread(artifacts.Trace, artifacts.URL.mainDocumentUrl ?? url);
    const speed = speedBetween(watch.samples, work.from, work.to);
    if (!speed) throw new Error(`${url}: the machine's speed could not be measured.`);
    const multiplier = slowdown ?? speed.score / PHONE_SCORE;
    // The same load judged again: the slowdown is of the simulation, not of the loading.
    const throttling = { ...artifacts.settings.throttling, cpuSlowdownMultiplier: multiplier };
    artifacts.settings = { ...artifacts.settings, throttling };
    const { steps } = await auditFlowArtifacts({ gatherSteps: [{ artifacts, flags: { ...flags, throttling } }] });
    const [phone] = steps;
    if (!phone) throw new Error(`Lighthouse did not judge ${url}.`);
    const complaint = complaintOf(speed, work.waiting);
    return {
      load: { phone: phone.lhr, slowdown: multiplier, usual, score: speed.score, steady: complaint === null },
      complaint,
    };
  } finally {
    chrome.kill();
    await watch.end();
  }
}

function complaintOf({ swing }: HostSpeed, waiting: number): string | null {
  if (swing > MAX_SWING) return `the machine changed its speed by a factor of ${swing.toFixed(2)}`;
  if (waiting > MAX_WAITING) return `the page waited for other work for ${Math.round(waiting * 100)} % of its time`;
  return null;
}

/** From when to when the page's thread had work, in µs, and what part of that it waited for a processor. */
function mainThread(trace: Trace, url: string): { from: number; to: number; waiting: number } {
  const { traceEvents } = trace;
  const start = traceEvents.findLast(
    ({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error(`${url}: the trace has no beginning.`);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur }) =>
      pid === start.pid && tid === start.tid && ts >= start.ts && name.endsWith("RunTask") && (dur ?? 0) > 1_000,
  );
  const sum = (of: (task: (typeof tasks)[number]) => number | undefined) =>
    tasks.reduce((total, task) => total + (of(task) ?? 0), 0);
  const to = Math.max(...tasks.map(({ ts, dur }) => ts + (dur ?? 0)));
  // Chromium notes both: how long a task took, and how much of a processor it had.
  const used = (task: object) => ("tdur" in task ? Number(task.tdur) : 0);
  return {
    from: start.ts,
    to,
    waiting:
      1 -
      sum(used) /
        Math.max(
          1,
          sum(({ dur }) => dur),
        ),
  };
}
