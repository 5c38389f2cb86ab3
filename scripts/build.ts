/** `wrangler deploy` and `wrangler dev` run this first: migrations into a module, the web app into dist/. */
import { build } from "vite";
import { generateMigrations } from "./generate-migrations.ts";

generateMigrations();
// The start and test commands build once themselves and start the Worker afterwards.
if (process.env.GOODSTREET_SKIP_WEB_BUILD !== "1") await build({ logLevel: "warn" });
