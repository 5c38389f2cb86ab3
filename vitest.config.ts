import { cloudflareTest } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The real runtime. `PROOF` is what the long proof asks of a part that runs in it (tests/proof/runtime.ts). */
const runtime = () =>
  cloudflareTest({
    remoteBindings: false,
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      bindings: { APP_ENV: "local", PAYMENTS: "emulator", REQUEST_LOG: "off", PROOF: process.env.PROOF ?? "" },
    },
  });
// As one file: its few hundred modules would otherwise be loaded one by one for every test file.
const deps = { optimizer: { ssr: { enabled: true, include: ["stripe"] } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          testTimeout: 60_000,
          environment: "node",
          include: ["tests/unit/**/*.test.ts", "tests/property/**/*.test.ts"],
          setupFiles: ["tests/support/fail-on-console.ts"],
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          testTimeout: 30_000,
          environment: "jsdom",
          include: ["tests/web/**/*.test.tsx"],
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/web-setup.ts"],
        },
      },
      {
        plugins: [runtime()],
        test: {
          name: "workerd",
          include: ["tests/workerd/**/*.test.ts"],
          // The database's invariants are asked after every file, whatever it was about (RELIABILITY §3.3).
          setupFiles: ["tests/support/workerd/audits.ts"],
          deps,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [runtime()],
        test: {
          name: "proof",
          include: ["tests/proof/workerd/**/*.test.ts"],
          setupFiles: ["tests/support/workerd/audits.ts"],
          deps,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
