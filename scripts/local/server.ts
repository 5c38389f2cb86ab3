/**
 * Server process of `npm start`. It starts while the app is being built, loads the tools and creates the demo data. It
 * runs the Worker once `start.ts` reports that the app is built, and reports when the Worker answers.
 */
import { once } from "node:events";
import { unstable_startWorker } from "wrangler";
import type { HealthReport } from "#contract/site/health";
import { seedDemo } from "../demo/seed.ts";
import { writeLocalConfig } from "./config.ts";
import { runCron } from "./cron.ts";

const { PORT = "", STATE_DIR = "", REQUEST_LOG = "off", STAFF_SECOND_FACTOR = "off" } = process.env;
const origin = `http://localhost:${PORT}`;
const text = (value: string) => ({ type: "plain_text" as const, value });

// The parent process has ended.
process.on("disconnect", () => process.exit());
const built = once(process, "message");

if (process.env.DEMO_DATA !== "0") await seedDemo(STATE_DIR);
await built;

const worker = await unstable_startWorker({
  config: writeLocalConfig(),
  // The app has just been built.
  build: { custom: { command: "" } },
  bindings: {
    APP_ORIGIN: text(origin),
    REQUEST_LOG: text(REQUEST_LOG),
    // "required" shows the set-up that staff of a deployment get.
    STAFF_SECOND_FACTOR: text(STAFF_SECOND_FACTOR),
  },
  dev: {
    server: { hostname: "127.0.0.1", port: Number(PORT) },
    persist: STATE_DIR,
    inspector: false,
    watch: false,
  },
});
worker.raw.on("error", (error: Error) => {
  console.error(error.message);
  process.exit(1);
});
await worker.ready;

const reply = await fetch(`${origin}/api/health`);
const health = (await reply.json()) as HealthReport;
if (!reply.ok) throw new Error(`The server does not work: ${JSON.stringify(health.parts)}`);
process.send?.("running");
await runCron(origin, health);
