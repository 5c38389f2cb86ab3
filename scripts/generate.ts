/** Generates the modules made from other files: migrations and server rendering. */

import { generateMigrations } from "./generate-migrations.ts";
import { generateServerRendering } from "./generate-server-rendering.ts";

generateMigrations();
await generateServerRendering();
