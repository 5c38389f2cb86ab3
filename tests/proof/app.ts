/** Runs the built app on its own temporary state. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppProcess, freePort } from "../support/node/app-process.ts";
import { auditState } from "../support/node/audit-state.ts";

/** @returns the result of `use`, and the invariants that the resulting database breaks. */
export async function withApp<T>(
  use: (app: AppProcess) => Promise<T>,
  from: string | null = null,
): Promise<{ value: T; broken: string[] }> {
  const stateDir = mkdtempSync(join(tmpdir(), "goodstreet-proof-"));
  if (from !== null) cpSync(from, stateDir, { recursive: true });
  const app = new AppProcess(await freePort(), stateDir);
  try {
    await app.start();
    const value = await use(app);
    await app.end("SIGTERM");
    return { value, broken: auditState(stateDir) };
  } finally {
    await app.end("SIGTERM").catch(() => undefined);
    rmSync(stateDir, { recursive: true, force: true });
  }
}
