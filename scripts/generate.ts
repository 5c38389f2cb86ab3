/** Writes the modules that are made from other files: migrations, the descriptions of the API, server rendering. */
import { generateDrawn } from "./generate-drawn.ts";
import { generateMigrations } from "./generate-migrations.ts";
import { generateOpenApi } from "./generate-openapi.ts";

generateMigrations();
await Promise.all([generateOpenApi(), generateDrawn()]);
