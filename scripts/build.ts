/**
 * `wrangler deploy` and `wrangler dev` run this first: migrations and the words of the OpenAPI document into modules, the web
 * app and its service worker into dist/.
 */
import { build } from "vite";
import { buildServiceWorker } from "./build-service-worker.ts";
import { generateDrawn } from "./generate-drawn.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { generateOpenApi } from "./generate-openapi.ts";

generateMigrations();
await Promise.all([generateOpenApi(), generateDrawn()]);
// The start and test commands build once themselves and start the Worker afterwards.
if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") {
  await build({ logLevel: "warn" });
  await buildServiceWorker();
}
