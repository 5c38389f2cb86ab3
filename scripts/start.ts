/**
 * `npm start`: builds the app, fills an empty state folder with demo data and runs the Worker as it would be deployed,
 * with its cron. PORT (8787) and STATE_DIR (.state) can be set; DEMO_DATA=0 starts with an empty marketplace.
 */
import { join, resolve } from "node:path";
import type { HealthReport } from "#contract/health";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/people.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { runChild, startChild, stopChildren } from "./local/children.ts";
import { runCron } from "./local/cron.ts";
import { whenNpmEnds } from "./local/npm.ts";
import { portIsTaken } from "./local/port.ts";

const root = resolve(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 8787);
const stateDir = process.env.STATE_DIR ?? ".state";
const withBuild = process.env.GOODSTREET_SKIP_WEB_BUILD !== "1";
const withDemoData = process.env.DEMO_DATA !== "0";
const origin = `http://localhost:${port}`;

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stopChildren();
  process.exit(code);
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => void stop(0));
whenNpmEnds(() => void stop(0));

function fail(message: string): void {
  if (stopping) return;
  console.error(message);
  void stop(1);
}

const elapsed = () => `${(performance.now() / 1000).toFixed(1)} s`;

async function checkPort(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT is "${process.env.PORT}", but has to be a number from 1 to 65535.`);
  }
  if (await portIsTaken(port)) {
    throw new Error(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    );
  }
}

async function buildAndSeed(): Promise<void> {
  const run = (script: string) =>
    runChild("node", [join("scripts", script)], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, STATE_DIR: stateDir },
    });
  // Both need the migrations as a module.
  generateMigrations();
  const steps: Promise<void>[] = [];
  if (withBuild) {
    console.log("Building the app …");
    steps.push(run("build.ts").then(() => console.log(`The app is built (${elapsed()}).`)));
  }
  if (withDemoData) steps.push(run("seed-demo.ts"));
  await Promise.all(steps);
}

async function startServer(): Promise<void> {
  console.log("Starting the server …");
  const server = startChild(
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
      `APP_ORIGIN:${origin}`,
      "--var",
      `REQUEST_LOG:${process.env.REQUEST_LOG ?? "off"}`,
      "--show-interactive-dev-session=false",
      "--log-level",
      process.env.LOG_LEVEL ?? "error",
    ],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        ...process.env,
        GOODSTREET_SKIP_WEB_BUILD: "1",
        WRANGLER_SEND_METRICS: "false",
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        CI: "1",
      },
    },
  );
  server.stdout?.pipe(process.stdout);
  server.stderr?.pipe(process.stderr);
  server.on("error", (error) => fail(`The server did not start: ${error.message}`));
  server.on("close", (code) => fail(`The server stopped (${code}).`));
  // wrangler says itself when it listens: another server on the port cannot be taken for ours.
  await new Promise<void>((listening) => {
    server.on("message", (message) => {
      if (String(message).includes("DEV_SERVER_READY")) listening();
    });
  });
}

try {
  await checkPort();
  await buildAndSeed();
  await startServer();
  const reply = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(60_000) });
  const health = (await reply.json()) as HealthReport;
  if (!reply.ok) throw new Error(`The server does not work: ${JSON.stringify(health.parts)}`);
  console.log(`\nGoodstreet is running on ${origin} (${elapsed()})`);
  if (withDemoData) {
    console.log(
      `Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map((account) => account.email).join(", ")}`,
    );
  }
  console.log(`Press Ctrl-C to stop. The data stays in ${stateDir}.\n`);
  await runCron(origin, health);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
