/**
 * Writes the parts of the OpenAPI document that come from comments and types into a module, because a deployed Worker
 * has neither. `npm run openapi` also writes the whole document to reports/openapi.json.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRoutes } from "./openapi/read-routes.ts";
import { ReplySchemas } from "./openapi/reply-schemas.ts";

const root = join(import.meta.dirname, "..");
const target = join(root, "worker/features/site/openapi/descriptions.generated.ts");

/** Reads routes and reply schemas from the source. */
export async function readOpenApi() {
  const routes = readRoutes(join(root, "worker/app.ts"));
  const types = new ReplySchemas();
  await types.load([join(root, "worker/contract"), join(root, "worker/domain")]);
  const named = Object.fromEntries(
    Object.entries(routes).map(([route, { summary, replies }]) => [
      route,
      { summary, replies: replies.map(({ status, type }) => ({ status, type: types.component(type) })) },
    ]),
  );
  return { descriptions: named, schemas: types.schemas };
}

export async function generateOpenApi(): Promise<void> {
  const { descriptions, schemas } = await readOpenApi();
  const text = `// Made by scripts/generate-openapi.ts from the routes and the contract; not edited, not committed.
import type { RouteDescription } from "./document.ts";

export const ROUTE_DESCRIPTIONS: Record<string, RouteDescription> = ${JSON.stringify(descriptions)};
export const REPLY_SCHEMAS: Record<string, unknown> = ${JSON.stringify(schemas)};
`;
  const current = existsSync(target) ? readFileSync(target, "utf8") : "";
  // Do not touch an unchanged file, so that watchers do not rebuild.
  if (current !== text) writeFileSync(target, text);
}

if (import.meta.main) {
  await generateOpenApi();
  if (process.argv.includes("--document")) {
    const { app } = await import("../worker/app.ts");
    const { openApiDocument } = await import("../worker/features/site/openapi/document.ts");
    const { REPLY_SCHEMAS, ROUTE_DESCRIPTIONS } = await import(
      "../worker/features/site/openapi/descriptions.generated.ts"
    );
    mkdirSync(join(root, "reports"), { recursive: true });
    const file = join(root, "reports/openapi.json");
    writeFileSync(file, `${JSON.stringify(openApiDocument(app.routes, ROUTE_DESCRIPTIONS, REPLY_SCHEMAS), null, 2)}\n`);
    console.log(`Written: ${file}`);
    // React's server renderer, which the app imports, opens a MessageChannel that keeps this process alive.
    process.exit();
  }
}
