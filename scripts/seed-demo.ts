/** Fills the local state with the demo marketplace before another command starts the Worker on it. */
import { resolve } from "node:path";
import { seedDemo } from "./demo/seed.ts";

await seedDemo(resolve(import.meta.dirname, "..", process.env.STATE_DIR ?? ".state"));
