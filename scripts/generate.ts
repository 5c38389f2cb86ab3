/** Generates the modules made from other files: migrations, OpenAPI texts, server rendering. */

import { generateMigrations } from "./generate-migrations.ts";
import { generateOpenApi } from "./generate-openapi.ts";
import { generateServerRendering } from "./generate-server-rendering.ts";

generateMigrations();
await Promise.all([generateOpenApi(), generateServerRendering()]);
