import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * Scripts are fetched after styles, font and photos: the page is already readable, and on a phone's line they would
 * delay its first paint by 0.4 to 1 s (decision 0010).
 */
const lowScriptPriority: Plugin = {
  name: "low-script-priority",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
};

export default defineConfig({
  root: fileURLToPath(new URL("./web", import.meta.url)),
  publicDir: "public",
  plugins: [react(), tailwindcss(), lowScriptPriority],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2023",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // MapLibre, which cannot be split; scripts/check-bundle.ts has the budgets.
    chunkSizeWarningLimit: 1_100,
    rolldownOptions: {
      // An import from a feature's index.ts loads only what it names.
      treeshake: { moduleSideEffects: [{ test: /\/web\/features\/[^/]+\/index\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Changes rarely, so browsers keep it after a deployment.
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//,
            },
            // Beside their reader, because they change more often; together they exceed the budget of one file.
            { name: "goods-rules-products", test: /\/prohibited-goods\/rules\/(?:frauds|products)\./ },
            { name: "goods-rules", test: /\/prohibited-goods\/rules\// },
            // What nearly every page uses: a file each would cost a request and a compression of its own.
            { name: "shared", minShareCount: 59 },
          ],
        },
      },
    },
  },
});
