/**
 * Runs before `wrangler deploy`, `wrangler dev` and `npm start`: generates the modules with migrations and server
 * rendering, and builds the web app with its service worker into dist/.
 */
import { generateMigrations } from "./generate-migrations.ts";

async function buildWebApp(): Promise<void> {
  const [{ build }, { buildServiceWorker }] = await Promise.all([import("vite"), import("./build-service-worker.ts")]);
  await build({ logLevel: "warn" });
  await buildServiceWorker();
}

async function buildAll(): Promise<void> {
  const { generateServerRendering } = await import("./generate-server-rendering.ts");
  await Promise.all([buildWebApp(), generateServerRendering()]);
}

generateMigrations();
// Set by commands that start the Worker on an existing build; importing the build tools would take a second.
if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") await buildAll();
