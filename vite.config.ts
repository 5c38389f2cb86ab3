import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";

/** The screen of the first page, whose script has a budget (`npm run build:size`). */
const FIRST_SCREEN = "/web/app/market-page.tsx";
const OURS = /\/(web\/(lib|ui)|worker\/(domain|contract))\//;

const firstPage = new Map<string, boolean>();

/** Whether the first page needs a module before it can draw: imported by its screen, directly or not, and not lazily. */
function neededFirst(id: string, modules: Rolldown.ChunkingContext): boolean {
  const known = firstPage.get(id);
  if (known !== undefined) return known;
  // An import cycle asks again while it is being answered.
  firstPage.set(id, false);
  const needed =
    id.endsWith(FIRST_SCREEN) || (modules.getModuleInfo(id)?.importers ?? []).some((by) => neededFirst(by, modules));
  firstPage.set(id, needed);
  return needed;
}

/**
 * What the first page shares with other screens, in one chunk. Left alone, each combination of screens that shares a
 * module makes a chunk of its own, and a dozen of a few hundred bytes compress four kilobytes worse than one.
 */
const sharedByFirstPage: Rolldown.CodeSplittingNameFunction = (id, modules) =>
  OURS.test(id) && neededFirst(id, modules) ? "shared" : null;

export default defineConfig({
  root: fileURLToPath(new URL("./web", import.meta.url)),
  publicDir: "public",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: sharedByFirstPage, debugName: "shared" }] } } },
  },
});
