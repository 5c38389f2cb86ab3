/** Vite configuration of `npm run dev`. Builds do not use this file. */
import { join, relative, resolve } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { createServer, type Plugin, type ViteDevServer } from "vite";
import { unstable_readConfig } from "wrangler";
import { generateMigrations } from "./generate-migrations.ts";
import { resolveServerScreens } from "./generate-server-rendering.ts";
import { writeLocalConfig } from "./local/config.ts";

const root = resolve(import.meta.dirname, "..");
const SETTINGS = ["wrangler.toml", ".dev.vars"].map((file) => join(root, file));
/** Name of the Worker, which the plugin uses for its environment. */
const WORKER = "goodstreet";

/** In development the Worker renders pages from source; a build imports the bundle of generate-server-rendering.ts. */
const renderFromSource: Plugin = {
  name: "render-from-source",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === WORKER,
  resolveId: (id, importer) =>
    id.endsWith("/server.generated.js") ? join(root, "web/server.tsx") : resolveServerScreens(id, importer),
};

/** Drops the source maps of packages and generated modules, so that the Worker loads 15 MB at startup instead of 28 MB. */
const fewerSourceMaps: Plugin = {
  name: "fewer-source-maps",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === WORKER,
  transform: {
    filter: { id: /\/node_modules\/|\.generated\.ts/ },
    handler: (code) => ({ code, map: { mappings: "" } }),
  },
};

/**
 * The Content-Security-Policy is the same as in production and forbids inline scripts, so React Refresh is set up by a
 * module that the app imports first. Vite's client would wait for a restarted server in a SharedWorker with a blob URL,
 * which the policy forbids too; without SharedWorker it polls from the page.
 */
const pageUnderPolicy: Plugin = {
  name: "page-under-policy",
  resolveId: (id) => (id === "virtual:dev-prelude" ? `\0${id}` : null),
  load: (id) =>
    id === "\0virtual:dev-prelude" ? 'import "@vitejs/plugin-react/preamble";\ndelete globalThis.SharedWorker;' : null,
  transform: {
    filter: { id: /\/web\/main\.tsx$/ },
    handler: (code) => ({ code: `import "virtual:dev-prelude";${code}`, map: null }),
  },
  transformIndexHtml: {
    order: "post",
    handler: (html) => ({
      // The font's URL exists only in a build.
      html: html.replace(/<script type="module">[^<]*<\/script>/, "").replace(/<link\s+rel="preload"[^>]*>/, ""),
      // Otherwise the style sheet would load with the script, after the server-rendered page is visible.
      tags: [{ tag: "link", attrs: { rel: "stylesheet", href: "/ui/styles.css" } }],
    }),
  },
};

/**
 * `npm start` installs a service worker, which would answer with cached files. This replacement deletes those caches,
 * unregisters itself and reloads the pages.
 */
const REMOVE_SERVICE_WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const copies = (await caches.keys()).filter((name) => name.startsWith("goodstreet-shell-"));
  await Promise.all(copies.map((name) => caches.delete(name)));
  const pages = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  if (copies.length > 0) await Promise.all(pages.map((page) => page.navigate(page.url)));
})()));
`;
const noServiceWorker: Plugin = {
  name: "no-service-worker",
  configureServer({ middlewares }) {
    middlewares.use("/sw.js", (_request, response) => {
      response.setHeader("Content-Type", "text/javascript");
      response.setHeader("Cache-Control", "no-store");
      response.end(REMOVE_SERVICE_WORKER);
    });
  },
};

/**
 * React Refresh applies changes under web/. After a change of the Worker, reloads the page once the Worker runs the
 * change.
 */
function reloadAfterWorker(): Plugin {
  let changed = false;
  return {
    name: "reload-after-worker",
    configureServer({ environments }) {
      environments[WORKER]?.hot.on("vite-plugin-cloudflare:worker-export-types", () => {
        if (changed) environments.client.hot.send({ type: "full-reload" });
        changed = false;
      });
    },
    hotUpdate({ file, server }) {
      const worker = server.environments[WORKER];
      if (file.startsWith(join(root, "web/")) || !worker?.moduleGraph.getModulesByFile(file)?.size) return undefined;
      if (this.environment === worker) changed = true;
      return this.environment.name === "client" ? [] : undefined;
    },
  };
}

/** The plugin of the Worker does not read the rules of wrangler.toml. */
const documents: Plugin = {
  name: "documents",
  transform: {
    filter: { id: /\.md$/ },
    handler: (text) => ({ code: `export default ${JSON.stringify(text)};`, map: { mappings: "" } }),
  },
};

/** Restarts the server when settings or migrations change, because the Worker reads them only at startup. */
const restartWithSettings: Plugin = {
  name: "restart-with-settings",
  configureServer(server) {
    server.watcher.add([...SETTINGS, join(root, "migrations")]);
    server.watcher.on("all", (_event, file) => {
      if (!SETTINGS.includes(file) && !file.endsWith(".sql")) return;
      console.log(`${relative(root, file)} changed, restarting the Worker …`);
      generateMigrations();
      void server.restart();
    });
  },
};

function workerConfig() {
  // Read here, because the plugin would warn about `[build]`.
  const config = unstable_readConfig({ config: writeLocalConfig() });
  config.vars.REQUEST_LOG = process.env.REQUEST_LOG ?? "off";
  // Vite serves its modules and web/public; the Worker answers everything else, including pages.
  if (config.assets) config.assets.run_worker_first = ["/"];
  return config;
}

export function createDevServer({ port, stateDir }: { port: number; stateDir: string }): Promise<ViteDevServer> {
  return createServer({
    configFile: join(root, "vite.config.ts"),
    clearScreen: false,
    logLevel: "warn",
    server: {
      host: "127.0.0.1",
      port,
      strictPort: true,
      // The Worker handles CORS itself.
      cors: false,
    },
    environments: {
      // The plugin does not know this built-in module.
      [WORKER]: {
        resolve: { builtins: ["cloudflare:durable-objects"] },
        optimizeDeps: { exclude: ["cloudflare:durable-objects"] },
      },
    },
    plugins: [
      cloudflare({
        config: workerConfig,
        persistState: { path: resolve(root, stateDir) },
        inspectorPort: 0,
        remoteBindings: false,
      }),
      renderFromSource,
      documents,
      fewerSourceMaps,
      pageUnderPolicy,
      noServiceWorker,
      reloadAfterWorker(),
      restartWithSettings,
    ],
  });
}
