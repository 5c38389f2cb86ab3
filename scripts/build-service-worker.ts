/**
 * Builds the service worker: one file at the root of the app under a fixed name, with the list of files it caches. Runs
 * after Vite and reads its manifest.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}
type Manifest = Record<string, Chunk>;

const root = resolve(import.meta.dirname, "..");

/** Screens that are useful offline, and their common parts. */
const SCREENS = [
  "features/marketplace/marketplace-screen.tsx",
  "features/item-page/item-detail-screen.tsx",
  "features/messages/messages-screen.tsx",
  "features/site/homepage/home-screen.tsx",
  "features/orders/orders-screen.tsx",
  "features/orders/order-screen.tsx",
  "features/selling/listing-form/add-item-screen.tsx",
  "app/footer.tsx",
  "app/offline/offline-notice.tsx",
  "features/status/restricted-notice.tsx",
  "app/signed-in-bar.tsx",
  "features/site/guided-tour/guided-tour.tsx",
  "ui/toaster.tsx",
];
/** Useless offline and larger than all the rest: left out although the marketplace leads to it. */
const MAP = "features/marketplace/map/map-view.tsx";
/** It leads to every screen; its dynamic imports are not followed. */
const ENTRY = "index.html";

/** Returns every file the screens may request. A missing screen fails the build. */
function shellFiles(manifest: Manifest): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const walk = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The service worker is to keep ${key}, which is not in Vite's manifest.`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const next of chunk.imports ?? []) walk(next);
    if (key === ENTRY) return;
    for (const next of chunk.dynamicImports ?? []) if (next !== MAP) walk(next);
  };
  if (!manifest[MAP]) throw new Error(`The service worker is to leave out ${MAP}, which is not in Vite's manifest.`);
  for (const key of [ENTRY, ...SCREENS]) walk(key);
  return [...files].sort();
}

export async function buildServiceWorker(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(root, "dist/.vite/manifest.json"), "utf8")) as Manifest;
  const files = shellFiles(manifest);
  const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    define: {
      BUILD: JSON.stringify(version),
      FILES: JSON.stringify(files),
      ENTRY: JSON.stringify(manifest["index.html"]?.file),
    },
    build: {
      outDir: "dist",
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: join(root, "web/service-worker/sw.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
}
