/** Resets storage, clock and caches before every test file, because all files share one runtime. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { clearIsolateCaches } from "../../../worker/isolate-cache.ts";

vi.useRealTimers();
vi.restoreAllMocks();
clearIsolateCaches();
const isEmpty = async () =>
  (await env.DB.prepare("SELECT name FROM sqlite_master WHERE name = 'accounts'").first()) === null;
// A reset that meets a large database may leave it; the second one does not.
for (let attempt = 0; attempt < 3; attempt++) {
  await reset();
  if (await isEmpty()) break;
}
if (!(await isEmpty())) throw new Error("The database was not empty after a reset.");
await env.MIGRATOR.getByName("migrator").migrate();
