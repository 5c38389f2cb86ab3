import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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
            { name: "goods-rules", test: /\/prohibited-goods\/rules\// },
            // What nearly every page uses: a file each would cost a request and a compression of its own.
            { name: "shared", minShareCount: 60 },
          ],
        },
      },
    },
  },
});
