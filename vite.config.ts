import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";

const web = (file: string) => fileURLToPath(new URL(`./web/${file}`, import.meta.url));
/** The screen of the first page, whose script has a size budget (`npm run build:size`). */
const FIRST_SCREEN = web("app/market-page.tsx");
const ENTRY = web("main.tsx");
/** Loaded by every page after it has rendered. */
const AFTER_PAGE = ["app/footer.tsx", "app/offline/offline-notice.tsx", "app/wish-heart.tsx"].map(web);
/** Loaded by the marketplace for the sections between its cards. */
const BETWEEN = web("features/market/grid-sections.tsx");
const ITEM_PAGE = web("app/item-page.tsx");
const OURS = /\/(web|worker)\/(app|features|lib|ui|domain|contract)\//;
/** Modules used by this screen only, which stay in its chunk. */
const OWN = /\/web\/(features\/market\/|app\/market-page)/;
/** The parts of the query library that the first page uses; mutations load with the screens that need them. */
const QUERIES = /\/@tanstack\/(?!.*\/(?:useMutation|mutationObserver|useQueries|queriesObserver)\.)/;
const ICONS = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g;

/** Our modules that the first page needs to render, and the files of their icons. */
const neededFirst = new Set<string>();
/** The same for the code loaded right after the first page. */
const neededNext = new Set<string>();
const neededBetween = new Set<string>();
const neededByItem = new Set<string>();

function collect(id: string, modules: Rolldown.ChunkingContext, needed: Set<string>): void {
  if (needed.has(id) || !OURS.test(id)) return;
  needed.add(id);
  const module = modules.getModuleInfo(id);
  // Icons are imported from an index of all icons, so the used ones are read from the source.
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
 * Puts the modules shared by the pages into one chunk. By default each combination of screens that shares a module
 * would get its own chunk: a dozen of a few hundred bytes compress four kilobytes worse than one, and each takes a
 * phone some milliseconds to request.
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

/** The same for code loaded right after a page: each chunk has what only it needs, the rest is in the shared chunk. */
const sharedLater: Rolldown.CodeSplittingNameFunction = (id) => {
  const file = iconOr(id);
  if (neededNext.has(file) && !AFTER_PAGE.includes(id)) return "next";
  if (neededBetween.has(file) && id !== BETWEEN) return "between";
  // Modules of the item page stay there, because other screens need only a few of them.
  return file !== id && neededByItem.has(file) ? "item-icons" : null;
};

const ROUTER = fileURLToPath(new URL("./node_modules/react-router/dist/production", import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL("./web", import.meta.url)),
  publicDir: "public",
  plugins: [react(), tailwindcss()],
  resolve: {
    // The package's default export is its development build, which warns and is larger.
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
