import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./scripts/test/browsers.ts";

const port = Number(process.env.E2E_PORT ?? 8799);

/**
 * Browser tests against the built app in the Workers runtime (Worker, D1, R2 and Durable Objects) with their own state
 * folder.
 */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/holds-setup.ts",
  globalTeardown: "./tests/e2e/audit-teardown.ts",
  outputDir: "test-results",
  timeout: 150_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  // A shared machine may stall longer than any timeout. Tests that pass on the retry are reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-AU",
    timezoneId: "Australia/Melbourne",
    // Traces make a test nearly three times as slow (decision 0034), so they are recorded only on request and on
    // retries.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : process.env.CI ? "on-first-retry" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    command: "node scripts/start.ts",
    url: `http://localhost:${port}/api/auth/session`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 8_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      PORT: String(port),
      STATE_DIR: process.env.E2E_STATE ?? ".state/e2e",
      GOODSTREET_SKIP_WEB_BUILD: process.env.E2E_SKIP_BUILD ?? "0",
    },
  },
});
