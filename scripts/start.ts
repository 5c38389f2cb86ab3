/**
 * `npm start`: builds the app, fills an empty state folder with demo data and runs the Worker as deployed, with its
 * cron. Options: PORT (8787), STATE_DIR (.state), DEMO_DATA=0 for an empty marketplace.
 */
import { once } from "node:events";
import { join, resolve } from "node:path";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/people.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { runChild, startChild, stopChildren } from "./local/children.ts";
import { whenNpmEnds } from "./local/npm.ts";
import { portIsTaken } from "./local/port.ts";

const root = resolve(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 8787);
const stateDir = process.env.STATE_DIR ?? ".state";
const withDemoData = process.env.DEMO_DATA !== "0";

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

async function start(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT is "${process.env.PORT}", but has to be a number from 1 to 65535.`);
  }
  if (await portIsTaken(port)) {
    throw new Error(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  // The build and the demo data import the migrations as a module.
  generateMigrations();
  const server = startChild("node", [join("scripts", "local", "server.ts")], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: String(port),
      STATE_DIR: resolve(root, stateDir),
      WRANGLER_LOG: process.env.LOG_LEVEL ?? "error",
      WRANGLER_SEND_METRICS: "false",
      // Otherwise the local runtime would ask a Cloudflare server for its location.
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
    },
  });
  server.on("error", (error) => fail(`The server did not start: ${error.message}`));
  server.on("close", (code) => fail(`The server stopped (${code}).`));
  if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") {
    console.log("Building the app …");
    await runChild("node", [join("scripts", "build.ts")], { cwd: root, stdio: "inherit", env: process.env });
    console.log(`The app is built (${elapsed()}).`);
  }
  server.send("built");
  console.log("Starting the server …");
  // Wait for the message of our own server; another program might answer on the port.
  await once(server, "message");
  console.log(`\nGoodstreet is running on http://localhost:${port} (${elapsed()})`);
  if (withDemoData) {
    console.log(`Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map(({ email }) => email).join(", ")}`);
  }
  console.log(`Press Ctrl-C to stop. The data stays in ${stateDir}.\n`);
}

try {
  await start();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
