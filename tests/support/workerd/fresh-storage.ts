/** Resets storage, clock and caches before every test file, because all files share one runtime. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { clearIsolateCaches } from "../../../worker/isolate-cache.ts";

vi.useRealTimers();
vi.restoreAllMocks();
clearIsolateCaches();
await reset();
const left = await env.DB.prepare("SELECT name FROM sqlite_master WHERE name = 'accounts'").first();
if (left) throw new Error("The database was not empty after a reset.");
await env.MIGRATOR.getByName("migrator").migrate();
