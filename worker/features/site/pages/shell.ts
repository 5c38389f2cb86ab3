/** Reads the built HTML and the list of its parts from the static assets. */
import { pageOf } from "#domain/site/pages";
import type { AppEnv } from "../../../env.ts";
import { loadedOnce } from "../../../isolate-cache.ts";

/** The fields of Vite's manifest that preloading needs. */
interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** Module of each screen, so that its script is preloaded. A test keeps it current. */
export const PAGE_MODULES: Record<string, string> = {
  "": "features/marketplace/marketplace-screen.tsx",
  marketplace: "features/marketplace/marketplace-screen.tsx",
  home: "features/site/homepage/home-screen.tsx",
  itemdetail: "features/item-page/item-detail-screen.tsx",
  store: "features/stores/stores-screen.tsx",
  "store/:id": "features/stores/store-screen.tsx",
  "storefront/:id": "features/stores/store-screen.tsx",
  privacy: "features/community/legal/policy-screen.tsx",
  terms: "features/community/legal/policy-screen.tsx",
  howwedecide: "features/community/legal/policy-screen.tsx",
  accessibility: "features/community/legal/policy-screen.tsx",
  additem: "features/selling/listing-form/add-item-screen.tsx",
};

/** Modules of every page of a signed-in user. */
export const SIGNED_IN_MODULES = ["app/signed-in-bar.tsx", "app/add-button.tsx"];

/** Returns the screen of a path by its key here; an unknown path shows Home (D15). */
export function screenOf(pathname: string): string {
  const page = pageOf(pathname);
  if (page === null) return "home";
  const withId = /^\/+[^/]+\/+[^/]/.test(pathname) ? `${page.path}/:id` : page.path;
  return withId in PAGE_MODULES ? withId : page.path;
}

/** Loaded once: a deployment starts new isolates. */
const loadManifest = loadedOnce(async (env: AppEnv): Promise<Manifest> => {
  const reply = await env.ASSETS.fetch("http://assets/.vite/manifest.json");
  if (!reply.ok) throw new Error(`manifest: ${reply.status}`);
  return reply.json<Manifest>();
});

/** Without the manifest the page only lacks preloads. */
const manifest = (env: AppEnv): Promise<Manifest> => loadManifest(env).catch(() => ({}));

function closure(parts: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = parts[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) closure(parts, imported, seen);
  return seen;
}

/** Returns the script and style files of a screen, and of `others`, that its HTML does not reference. */
export async function pageModules(env: AppEnv, screen: string, others: readonly string[] = []): Promise<string[]> {
  const keys = [...others, PAGE_MODULES[screen] ?? []].flat();
  if (keys.length === 0) return [];
  const parts = await manifest(env);
  const entry = Object.keys(parts).find((name) => parts[name]?.isEntry);
  const filesOf = (names: Iterable<string>) =>
    [...names].flatMap((name) => [...(parts[name]?.css ?? []), parts[name]?.file ?? []].flat());
  const known = new Set(entry === undefined ? [] : filesOf(closure(parts, entry)));
  const needed = new Set<string>();
  for (const key of keys) closure(parts, key, needed);
  return [...new Set(filesOf(needed))].filter((file) => !known.has(file));
}

/** Loads the built HTML. The address is the page's own, because the development server answers no other host. */
export const loadShell = loadedOnce(async (env: AppEnv, address: string): Promise<string> => {
  const reply = await env.ASSETS.fetch(new Request(new URL("/", address)));
  if (!reply.ok) throw new Error(`page: ${reply.status}`);
  return reply.text();
});
