/**
 * Runs before `wrangler deploy`, `wrangler dev` and `npm start`: generates the modules with migrations, server
 * rendering and OpenAPI texts, and builds the web app with its service worker into dist/.
 */
import { generateMigrations } from "./generate-migrations.ts";

async function buildWebApp(): Promise<void> {
  const [{ build }, { buildServiceWorker }] = await Promise.all([import("vite"), import("./build-service-worker.ts")]);
  await build({ logLevel: "warn" });
  await buildServiceWorker();
}

async function buildAll(): Promise<void> {
  const [{ generateServerRendering }, { generateOpenApi }] = await Promise.all([
    import("./generate-server-rendering.ts"),
    import("./generate-openapi.ts"),
  ]);
  await Promise.all([buildWebApp(), generateServerRendering(), generateOpenApi()]);
}

generateMigrations();
// Set by commands that start the Worker on an existing build; importing the build tools would take a second.
if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") await buildAll();
