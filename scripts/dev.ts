/**
 * `npm run dev`: runs the app with hot reload on the local Workers runtime, with demo data. Options: PORT (8787),
 * STATE_DIR (.state), DEMO_DATA=0 for an empty marketplace.
 */
import { join, resolve } from "node:path";
import type { HealthReport } from "#contract/site/health";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./demo/people.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { runChild, stopChildren } from "./local/children.ts";
import { whenNpmEnds } from "./local/npm.ts";
import { portIsTaken } from "./local/port.ts";

const root = resolve(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 8787);
const stateDir = process.env.STATE_DIR ?? ".state";
const withDemoData = process.env.DEMO_DATA !== "0";
const origin = `http://localhost:${port}`;
// Otherwise the runtime would look up the machine's location on the internet.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

async function stop(code: number): Promise<never> {
  await stopChildren();
  process.exit(code);
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => void stop(0));
whenNpmEnds(() => void stop(0));

const elapsed = () => `${(performance.now() / 1000).toFixed(1)} s`;

async function seedDemoData(): Promise<void> {
  const env = { ...process.env, STATE_DIR: stateDir };
  await runChild("node", [join("scripts", "seed-demo.ts")], { cwd: root, stdio: "inherit", env });
}

async function start(): Promise<void> {
  if (await portIsTaken(port)) {
    throw new Error(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm run dev`,
    );
  }
  // The demo data and the Worker import the migrations as a module.
  generateMigrations();
  const [{ createDevServer }] = await Promise.all([import("./dev-server.ts"), withDemoData ? seedDemoData() : null]);
  console.log("Starting the server …");
  const server = await createDevServer({ port, stateDir });
  await server.listen();
  // Warms up the first page, which is rendered from source and takes longest.
  await fetch(origin);
  const health = (await (await fetch(`${origin}/api/health`)).json()) as HealthReport;
  console.log(`\nGoodstreet is running on ${origin} and reloads what you change (${elapsed()})`);
  if (withDemoData) {
    console.log(`Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map(({ email }) => email).join(", ")}`);
  }
  console.log(`Press Ctrl-C to stop. The data stays in ${stateDir}.\n`);
  const { runCron } = await import("./local/cron.ts");
  await runCron(origin, health);
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
