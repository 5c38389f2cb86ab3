/**
 * `npm run test:browsers`: runs the main flow in Firefox ESR and in WebKitGTK, with a new state folder. Skips a browser
 * that is not installed and says so. Needs a build (`npm run build`). BROWSERS_PORT sets the app's port.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeLocalConfig } from "../../scripts/local/config.ts";
import { ApiUser } from "../support/node/api-user.ts";
import { AppProcess, freePort } from "../support/node/app-process.ts";
import { BROWSERS } from "./drivers.ts";
import { mainFlow, type Person } from "./main-flow.ts";

const PASSWORD = "a long enough password";
const port = Number(process.env.BROWSERS_PORT ?? (await freePort()));
const state = mkdtempSync(join(tmpdir(), "goodstreet-browsers-"));
let failed = false;

/** Creates two accounts; the seller accepts bank transfers. */
async function createAccounts(origin: string, name: string): Promise<{ seller: Person; buyer: Person }> {
  const [seller, buyer] = ["seller", "buyer"].map((role) => ({
    email: `${role}-${name}@example.com`,
    password: PASSWORD,
  }));
  if (!seller || !buyer) throw new Error("two people");
  const api = new ApiUser(origin, "198.51.100.1");
  await api.signUp(seller.email, "Sam Seller");
  const bank_details = { account_name: "Sam Seller", bsb: "062-000", account_number: "12345678" };
  const place = { suburb: "Brunswick", city: "Melbourne", postcode: "3056" };
  const saved = await api.request("PATCH", "/api/profile", { bank_details, ...place });
  if (saved.status !== 200) throw new Error(`the seller's profile: ${saved.status} ${JSON.stringify(saved.body)}`);
  await new ApiUser(origin, "198.51.100.2").signUp(buyer.email, "Bo Buyer");
  return { seller, buyer };
}

for (const { name, packages, launch } of BROWSERS) {
  if (!launch) {
    // Firefox is required where its installation is part of the run.
    if (process.env.CI && name === "Firefox") failed = true;
    console.log(`- ${name}: not installed (apt-get install ${packages})`);
    continue;
  }
  const app = new AppProcess(port, state, writeLocalConfig());
  await app.start();
  let running = true;
  const stop = async () => {
    if (running) await app.end("SIGTERM");
    running = false;
  };
  const browser = await launch();
  const started = performance.now();
  try {
    await mainFlow({
      browser,
      origin: app.origin,
      ...(await createAccounts(app.origin, name.toLowerCase())),
      loseNetwork: stop,
      report: (step) => console.log(`✓ ${name}: ${step}`),
    });
    console.log(`✓ ${name} ${browser.version}, ${Math.round((performance.now() - started) / 1_000)} s`);
  } catch (error) {
    failed = true;
    console.error(`✗ ${name} ${browser.version}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await browser.close();
    await stop();
  }
}
rmSync(state, { recursive: true, force: true });
if (failed) process.exitCode = 1;
