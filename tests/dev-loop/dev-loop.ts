/**
 * Checks `npm run dev` on a copy of the source, with an empty state folder and Chromium. Run it with
 * `node tests/dev-loop/dev-loop.ts`. Each kind of change must become visible. Each is made three times (`--rounds=5`: five
 * times), and the median time is printed.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../../scripts/test/browsers.ts";
import { freePort } from "../support/node/app-process.ts";

const rounds = Number(process.argv.find((arg) => arg.startsWith("--rounds="))?.split("=")[1] ?? 3);
const root = resolve(import.meta.dirname, "../..");
const copy = join(root, ".state-dev-loop");
const NOT_COPIED = /^(?:node_modules|\.git|\.types|\.wrangler|\.state.*|dist|reports|coverage|backups|test-results)$/;

/** Hard-links the files, because copying a gigabyte of packages would take a minute. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.startsWith(".vite")) continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

function copySource(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of readdirSync(root)) {
    if (!NOT_COPIED.test(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  linkFolder(join(root, "node_modules"), join(copy, "node_modules"));
}

/** Runs `npm run dev` in the copy, in its own process group. */
class DevServer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  output = "";

  constructor(port: number) {
    this.#child = spawn("npm", ["run", "dev"], {
      cwd: copy,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PORT: String(port), STATE_DIR: ".state" },
    });
    this.#ended = once(this.#child, "exit");
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (text: Buffer) => {
        this.output += text.toString();
      });
    }
  }

  async untilPrinted(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.#child.exitCode !== null) throw new Error(`npm run dev ended:\n${this.output}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async untilEnded(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }

  /** @returns whether any process of the group is still running. */
  async stop(): Promise<boolean> {
    const group = -(this.#child.pid ?? 0);
    this.#child.kill("SIGTERM");
    await this.untilEnded();
    for (let attempt = 0; attempt < 40; attempt++) {
      try {
        process.kill(group, 0);
      } catch {
        return false;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    process.kill(group, "SIGKILL");
    return true;
  }
}

interface Change {
  what: string;
  file: string;
  /** Returns the file with the mark inserted. */
  edit: (source: string, mark: string) => string;
  /** Runs in the page: returns whether the mark is on screen. */
  seen: (mark: string) => boolean | Promise<boolean>;
  reloads: boolean;
}

const CHANGES: Change[] = [
  {
    what: "React component",
    file: "web/app/logo.tsx",
    edit: (source, mark) => source.replace(/\{siteName\(\)\}(?=\s*<\/span>)/, `{siteName()} ${mark}`),
    seen: (mark) => document.querySelector("header")?.textContent?.includes(mark) === true,
    reloads: false,
  },
  {
    what: "style sheet",
    file: "web/ui/tokens.css",
    edit: (source, mark) => `${source}\n:root { --dev-loop: ${mark}; }\n`,
    seen: (mark) => getComputedStyle(document.documentElement).getPropertyValue("--dev-loop").includes(mark),
    reloads: false,
  },
  {
    what: "Worker route",
    file: "worker/features/site/pages/content.ts",
    edit: (source, mark) => source.replace(/(const SITE_TEXT = "[^"]*)/, `$1 ${mark}`),
    seen: (mark) =>
      document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content.includes(mark) === true,
    reloads: true,
  },
  {
    what: "domain rule",
    file: "worker/domain/items/marketplace-tabs.ts",
    edit: (source, mark) => source.replace('"bundles", "Bundles', `"bundles", "Bundles ${mark}`),
    seen: (mark) => document.querySelector("main")?.textContent?.includes(`Bundles ${mark}`) === true,
    reloads: true,
  },
];

/** Waits until React has hydrated the page. */
async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const app = document.querySelector("#root");
    return app !== null && Object.keys(app).some((key) => key.startsWith("__reactContainer"));
  });
}

/** @returns milliseconds from saving the file to seeing the change. */
async function timeOf(page: Page, change: Change, mark: string): Promise<number> {
  const source = readFileSync(join(root, change.file), "utf8");
  const edited = change.edit(source, mark);
  assert.notEqual(edited, source, `${change.file} no longer has the text this check edits`);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const started = performance.now();
  writeFileSync(join(copy, change.file), edited);
  await page.waitForFunction(change.seen, mark, { polling: 20, timeout: 30_000 });
  const ms = performance.now() - started;
  const reloaded = await page.evaluate(() => !("sameDocument" in window));
  assert.equal(reloaded, change.reloads, `${change.what}: ${reloaded ? "the page was loaded again" : "no reload"}`);
  await untilHydrated(page);
  return ms;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function check(port: number): Promise<void> {
  const origin = `http://localhost:${port}`;
  const second = new DevServer(port);
  assert.equal(await second.untilEnded(), 1);
  assert.match(second.output, new RegExp(`Port ${port} is in use`));

  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });

    const reply = await page.goto(origin);
    assert.match((await reply?.text()) ?? "", /<main/, "the Worker renders the page");
    assert.match(reply?.headers()["content-security-policy"] ?? "", /script-src 'self'; .*connect-src 'self'; /);
    await untilHydrated(page);

    for (const change of CHANGES) {
      const times: number[] = [];
      for (let round = 1; round <= rounds; round++) times.push(await timeOf(page, change, `mark${round}`));
      console.log(`${change.what}: median ${Math.round(median(times))} ms of ${times.map(Math.round).join(", ")}`);
    }

    const item = await page.evaluate(async () => {
      const { items } = await (await fetch("/api/items")).json();
      return String(items[0].id);
    });
    const live = await page.evaluate(async (id) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/items/${id}/live`);
      const { data } = await new Promise<MessageEvent>((done) => socket.addEventListener("message", done));
      socket.close();
      return String(data);
    }, item);
    assert.match(live, /"rev"/, "the item's Durable Object answers over its WebSocket");

    const left = await page.evaluate(async () => {
      await caches.open("goodstreet-shell-old");
      await navigator.serviceWorker.register("/sw.js");
      while ((await navigator.serviceWorker.getRegistrations()).length > 0) {
        await new Promise((done) => setTimeout(done, 50));
      }
      return caches.keys();
    });
    assert.deepEqual(left, [], "the service worker of a build removes itself");

    assert.equal((await fetch(`${origin}/cdn-cgi/local/scheduled?cron=*/5+*+*+*+*`)).status, 200);
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
}

copySource();
const port = await freePort();
const started = performance.now();
const server = new DevServer(port);
try {
  await server.untilPrinted("is running on");
  console.log(`first start, with demo data: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await check(port);
  assert.equal(await server.stop(), false, "SIGTERM leaves no process behind");
} catch (error) {
  console.error(server.output);
  await server.stop();
  throw error;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
