import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";

const web = (file: string) => fileURLToPath(new URL(`./web/${file}`, import.meta.url));
/** The screen of the first page, whose script has a budget (`npm run build:size`). */
const FIRST_SCREEN = web("app/market-page.tsx");
const ENTRY = web("main.tsx");
/** What every page fetches once it stands. */
const AFTER_PAGE = ["app/footer.tsx", "app/offline/offline-notice.tsx", "app/wish-heart.tsx"].map(web);
/** What the marketplace fetches to stand between its cards. */
const BETWEEN = web("features/market/between.tsx");
const ITEM_PAGE = web("app/item-page.tsx");
const OURS = /\/(web|worker)\/(app|features|lib|ui|domain|contract)\//;
/** Only this screen's: they go with it. */
const OWN = /\/web\/(features\/market\/|app\/market-page)/;
/** The parts of the query library that the first page runs on; what changes data comes with the screens that do. */
const QUERIES = /\/@tanstack\/(?!.*\/(?:useMutation|mutationObserver|useQueries|queriesObserver)\.)/;
const ICONS = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g;

/** Modules of ours that the first page needs before it can draw, and the files of the icons they draw. */
const neededFirst = new Set<string>();
/** The same for what comes right after it. */
const neededNext = new Set<string>();
const neededBetween = new Set<string>();
const neededByItem = new Set<string>();

function collect(id: string, modules: Rolldown.ChunkingContext, needed: Set<string>): void {
  if (needed.has(id) || !OURS.test(id)) return;
  needed.add(id);
  const module = modules.getModuleInfo(id);
  // Icons come through an index that imports every icon there is: only the source says which.
  for (const [, names = ""] of (module?.code ?? "").matchAll(ICONS)) {
    for (const name of names.split(",")) {
      const icon = name.trim().split(" ")[0] ?? "";
      needed.add(`${icon.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=\D)(?=\d)/g, "-").toLowerCase()}.mjs`);
    }
  }
  for (const imported of module?.importedIds ?? []) collect(imported, modules, needed);
}

const iconOr = (id: string) => (id.includes("/lucide-react/") ? (id.split("/").at(-1) ?? "") : id);

/**
 * What every page and the first one need, in one chunk. Left alone, each combination of screens that shares a module
 * makes a chunk of its own: a dozen of a few hundred bytes compress four kilobytes worse than one, and each of them costs
 * a phone some milliseconds to ask for.
 */
const sharedByPages: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  if (neededFirst.size === 0) {
    collect(FIRST_SCREEN, modules, neededFirst);
    for (const part of modules.getModuleInfo(ENTRY)?.importedIds ?? []) collect(part, modules, neededFirst);
    for (const part of AFTER_PAGE) collect(part, modules, neededNext);
    collect(BETWEEN, modules, neededBetween);
    collect(ITEM_PAGE, modules, neededByItem);
  }
  return QUERIES.test(id) || (neededFirst.has(iconOr(id)) && !OWN.test(id)) ? "shared" : null;
};

/** What comes right after a page, likewise; each with what it alone needs, the rest is in the chunk above. */
const sharedLater: Rolldown.CodeSplittingNameFunction = (id) => {
  const file = iconOr(id);
  if (neededNext.has(file) && !AFTER_PAGE.includes(id)) return "next";
  if (neededBetween.has(file) && id !== BETWEEN) return "between";
  // Modules of an item's page stay where they are: others need a few of them, and none needs all.
  return file !== id && neededByItem.has(file) ? "item-icons" : null;
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
      output: {
        codeSplitting: {
          groups: [
            { name: sharedByPages, debugName: "shared", priority: 2 },
            { name: sharedLater, debugName: "later", priority: 1 },
          ],
        },
      },
    },
  },
});
