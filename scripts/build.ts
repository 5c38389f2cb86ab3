/**
 * Run by `wrangler deploy`, `wrangler dev` and `npm start`: puts the migrations, the server rendering and the texts of the
 * OpenAPI document into modules of the Worker, and the web app with its service worker into dist/.
 */
import { build } from "vite";
import { buildServiceWorker } from "./build-service-worker.ts";
import { generateDrawn } from "./generate-drawn.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { generateOpenApi } from "./generate-openapi.ts";

async function buildWebApp(): Promise<void> {
  await build({ logLevel: "warn" });
  await buildServiceWorker();
}

generateMigrations();
// Commands that start the Worker on what is already built set this.
if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") {
  await Promise.all([buildWebApp(), generateDrawn(), generateOpenApi()]);
}
