/** Generates the modules made from other files: migrations, OpenAPI texts, server rendering. */
import { generateDrawn } from "./generate-drawn.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { generateOpenApi } from "./generate-openapi.ts";

generateMigrations();
await Promise.all([generateOpenApi(), generateDrawn()]);
