import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";

/** The screen of the first page, whose script has a budget (`npm run build:size`). */
const FIRST_SCREEN = fileURLToPath(new URL("./web/app/market-page.tsx", import.meta.url));
const OURS = /\/(web|worker)\/(app|features|lib|ui|domain|contract)\//;
/** Only this screen's: they go with it. */
const OWN = /\/web\/(features\/market\/|app\/market-page)/;
/** The parts of the query library that the first page runs on; what changes data comes with the screens that do. */
const QUERIES = /\/@tanstack\/(?!.*\/(?:useMutation|mutationObserver|useQueries|queriesObserver)\.)/;
const ICONS = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g;

/** Modules of ours that the first page needs before it can draw, and the files of the icons they draw. */
const neededFirst = new Set<string>();

function collect(id: string, modules: Rolldown.ChunkingContext): void {
  if (neededFirst.has(id) || !OURS.test(id)) return;
  neededFirst.add(id);
  const module = modules.getModuleInfo(id);
  // Icons come through an index that imports every icon there is: only the source says which.
  for (const [, names = ""] of (module?.code ?? "").matchAll(ICONS)) {
    for (const name of names.split(",")) {
      const icon = name.trim().split(" ")[0] ?? "";
      neededFirst.add(`${icon.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=\D)(?=\d)/g, "-").toLowerCase()}.mjs`);
    }
  }
  for (const imported of module?.importedIds ?? []) collect(imported, modules);
}

/**
 * What the first page shares with other screens, in one chunk. Left alone, each combination of screens that shares a
 * module makes a chunk of its own, and a dozen of a few hundred bytes compress four kilobytes worse than one.
 */
const sharedByFirstPage: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  if (neededFirst.size === 0) collect(FIRST_SCREEN, modules);
  if (QUERIES.test(id)) return "shared";
  const file = id.includes("/lucide-react/") ? (id.split("/").at(-1) ?? "") : id;
  return neededFirst.has(file) && !OWN.test(id) ? "shared" : null;
};

const ROUTER = fileURLToPath(new URL("./node_modules/react-router/dist/production", import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL("./web", import.meta.url)),
  publicDir: "public",
  plugins: [react(), tailwindcss()],
  resolve: {
    // The package offers its production build under no condition; the other one warns, and weighs more.
    alias: [
      { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
    ],
  },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A constant text stands where it is said, so that a words file ties no chunks together (decision 0074).
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      output: { codeSplitting: { groups: [{ name: sharedByFirstPage, debugName: "shared" }] } },
    },
  },
});
