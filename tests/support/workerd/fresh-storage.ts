/** Test files share one runtime, so that the Worker's modules load once; each file starts with empty storage of its own. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { clearIsolateCaches } from "../../../worker/isolate-cache.ts";

clearIsolateCaches();
await reset();
await env.MIGRATOR.getByName("migrator").migrate();
