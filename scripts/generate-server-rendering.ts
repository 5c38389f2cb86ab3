/**
 * Bundles the server rendering of the web app into one module of the Worker
 * (`worker/features/site/pages/server.generated.js`). Code that loads only in the browser is left out.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const root = join(import.meta.dirname, "..");
const target = join(root, "worker/features/site/pages/server.generated.js");
const NOTHING = "\0drawn-later";

/**
 * Replaces `screens.ts` by `server-screens.tsx` in the server bundle, so that screens are imported directly instead of
 * lazily.
 */
export function resolveServerScreens(id: string, importer: string | undefined): string | null {
  if (!id.endsWith("/screens.ts") || !importer?.includes("/web/app/")) return null;
  return importer.endsWith("/server-screens.tsx") ? null : join(root, "web/app/server-screens.tsx");
}

const serverOnly: Plugin = {
  name: "server-rendering-only",
  enforce: "pre",
  resolveDynamicImport: () => NOTHING,
  resolveId: (id, importer) => (id === NOTHING ? NOTHING : resolveServerScreens(id, importer)),
  load: (id) => (id === NOTHING ? "export default () => null;" : null),
};

export async function generateServerRendering(): Promise<void> {
  const result = (await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    plugins: [serverOnly],
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { conditions: ["workerd", "edge-light", "browser", "module", "production"] },
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: join(root, "web/server.tsx"),
      write: false,
      manifest: false,
      minify: true,
      emptyOutDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const chunk = result.output.find((part) => part.type === "chunk");
  if (!chunk) throw new Error("The page for server rendering was not built.");
  const text = `// Made by scripts/generate-server-rendering.ts from web/server.tsx; not edited, not committed.\n${chunk.code}`;
  const current = existsSync(target) ? readFileSync(target, "utf8") : "";
  // Do not touch an unchanged file, so that watchers do not rebuild.
  if (current !== text) writeFileSync(target, text);
}

if (import.meta.main) await generateServerRendering();
