/**
 * `npm start`: builds the app, fills an empty state folder with demo data and runs the Worker the way it is deployed,
 * with crons ticking. PORT (8787) and STATE_DIR (.state) can be set; DEMO_DATA=0 starts with an empty marketplace.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { Cron } from "croner";
import { unstable_readConfig } from "wrangler";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/people.ts";

const root = resolve(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 8787);
const stateDir = process.env.STATE_DIR ?? ".state";
const withDemoData = process.env.DEMO_DATA !== "0";
const origin = `http://localhost:${port}`;

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} ended with ${code}`)),
    );
  });
}

let server: ChildProcess | undefined;
let stopping = false;

/** wrangler starts workerd as a child of its own; only the whole process group leaves nothing behind. */
function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  const group = server?.pid;
  if (group === undefined || server?.exitCode !== null) process.exit(code);
  server.once("exit", () => process.exit(code));
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-group, name);
    } catch {}
  };
  signal("SIGTERM");
  setTimeout(() => signal("SIGKILL"), 5_000).unref();
}
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));
process.on("SIGHUP", () => stop(0));

async function untilServing(): Promise<void> {
  for (let attempt = 0; attempt < 240 && !stopping; attempt++) {
    try {
      const reply = await fetch(`${origin}/api/auth/session`);
      if (reply.ok) return;
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  if (!stopping) throw new Error(`The Worker did not answer on ${origin} within a minute.`);
}

if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") await run("node", ["scripts/build.ts"]);
if (withDemoData) await run("node", ["scripts/seed-demo.ts"], { STATE_DIR: stateDir });

server = spawn(
  "wrangler",
  [
    "dev",
    "--local",
    "--ip",
    "127.0.0.1",
    "--port",
    String(port),
    "--inspector-port",
    "0",
    "--persist-to",
    stateDir,
    "--var",
    "APP_ENV:local",
    "--var",
    "PAYMENTS:emulator",
    "--var",
    `REQUEST_LOG:${process.env.REQUEST_LOG ?? "off"}`,
    "--show-interactive-dev-session=false",
    "--log-level",
    process.env.LOG_LEVEL ?? "error",
  ],
  {
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, GOODSTREET_SKIP_WEB_BUILD: "1", WRANGLER_SEND_METRICS: "false", CI: "1" },
  },
);
server.on("exit", (code) => {
  if (!stopping) {
    console.error(`The Worker stopped (${code}).`);
    process.exit(code ?? 1);
  }
});

try {
  await untilServing();
} catch (error) {
  console.error(String(error));
  stop(1);
}

// The local runtime never fires crons by itself.
const config = unstable_readConfig({ config: join(root, "wrangler.toml") });
for (const pattern of config.triggers.crons ?? []) {
  new Cron(pattern, { unref: true, timezone: "UTC" }, async () => {
    try {
      await fetch(`${origin}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(pattern)}`);
    } catch (error) {
      if (!stopping) console.error(`cron ${pattern}: ${String(error)}`);
    }
  });
}

if (!stopping) {
  console.log(`\nGoodstreet is running on ${origin}`);
  if (withDemoData) {
    console.log(
      `Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map((account) => account.email).join(", ")}`,
    );
  }
  console.log(`Ctrl-C stops it; the data stays in ${stateDir}.\n`);
}
