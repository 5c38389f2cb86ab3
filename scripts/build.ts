/**
 * Run by `wrangler deploy`, `wrangler dev` and `npm start`: puts the migrations, the server rendering and the texts of the
 * OpenAPI document into modules of the Worker, and the web app with its service worker into dist/.
 */
import { generateMigrations } from "./generate-migrations.ts";

async function buildWebApp(): Promise<void> {
  const [{ build }, { buildServiceWorker }] = await Promise.all([import("vite"), import("./build-service-worker.ts")]);
  await build({ logLevel: "warn" });
  await buildServiceWorker();
}

async function buildAll(): Promise<void> {
  const [{ generateDrawn }, { generateOpenApi }] = await Promise.all([
    import("./generate-drawn.ts"),
    import("./generate-openapi.ts"),
  ]);
  await Promise.all([buildWebApp(), generateDrawn(), generateOpenApi()]);
}

generateMigrations();
// Commands that start the Worker on what is already built set this; loading the tools would take a second.
if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") await buildAll();
