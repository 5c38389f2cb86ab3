/** Fills the local state with the demo marketplace, for a command that then starts the Worker. */
import { resolve } from "node:path";
import { seedDemo } from "./demo/seed.ts";

await seedDemo(resolve(import.meta.dirname, "..", process.env.STATE_DIR ?? ".state"));
