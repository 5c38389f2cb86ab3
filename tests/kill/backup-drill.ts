/**
 * `npm run drill:backup`: backs up a marketplace with users, deals and pictures, and restores it into an empty state,
 * as docs/operations.md describes. Every row and picture must be equal, no invariant may be broken, and the app must
 * continue from it: item rooms reload from D1, sessions and open orders remain. The daily copy must have the same rows.
 * Needs a build (`npm run build`).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";
import type { Manifest } from "../../scripts/backup/copy.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { ApiUser } from "../support/node/api-user.ts";
import { AppProcess, freePort } from "../support/node/app-process.ts";
import { auditState } from "../support/node/audit-state.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "goodstreet-drill-"));
const [before, backup, after] = ["before", "backup", "after"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

const problems: string[] = [];
function check(what: string, ok: boolean, seen: unknown = ""): void {
  console.log(`${ok ? "✓" : "✗"} ${what}`);
  if (!ok) problems.push(`${what}: ${JSON.stringify(seen)}`);
}

function script(name: string, ...args: string[]): void {
  execFileSync("node", [`scripts/${name}.ts`, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, STATE_DIR: before },
  });
}

/** Runs the cron job, which settles overdue demo orders and seals the audit log. */
const tick = async ({ origin }: AppProcess) => {
  const cron = encodeURIComponent("*/5 * * * *");
  const reply = await fetch(`${origin}/cdn-cgi/local/scheduled?cron=${cron}`);
  if (!reply.ok) throw new Error(`The cron answered ${reply.status}.`);
};

interface Listing {
  id: string;
  photos: { url: string }[];
}

/** Creates an unpaid order, a hold and a picture, because the demo data has none made by an item room. */
async function live({ origin }: AppProcess) {
  const seller = new ApiUser(origin, "198.51.100.1");
  const buyer = new ApiUser(origin, "198.51.100.2");
  await seller.signUp("drill-seller@example.com", "Drew Seller");
  await buyer.signUp("drill-buyer@example.com", "Bo Buyer");
  await seller.request("PATCH", "/api/profile", {
    bank_details: { account_name: "Drew Seller", bsb: "062-000", account_number: "12345678" },
    suburb: "Brunswick",
    city: "Melbourne",
  });
  const list = async (title: string) => {
    const made = await seller.request<Listing>("POST", "/api/items", {
      title,
      price: 30,
      category: "other",
      condition: "good",
    });
    if (made.status !== 201) throw new Error(`listing: ${made.status} ${JSON.stringify(made.body)}`);
    return made.body.id;
  };
  const [sold, held] = [await list("Drill press"), await list("Held drill")];
  const hold = (id: string) =>
    buyer.request("POST", "/api/rpc/reserve_item", { item_id: id, reservation_type: "buy_now" });
  await hold(sold);
  const bought = await buyer.request<{ order_id: string }>("POST", "/api/transactions", {
    itemId: sold,
    paymentMethod: "bank_transfer",
    acknowledged: true,
  });
  if (bought.status !== 201) throw new Error(`buying: ${bought.status} ${JSON.stringify(bought.body)}`);
  await hold(held);
  const leaver = new ApiUser(origin, "198.51.100.4");
  await leaver.signUp("drill-leaver@example.com", "Lee Leaver");
  return { sold, held, order: bought.body.order_id, leaver: leaver.id };
}

/** Continues on the restored state, in a Worker whose item rooms are new. */
async function carryOn({ origin }: AppProcess, made: Awaited<ReturnType<typeof live>>): Promise<void> {
  const seller = new ApiUser(origin, "198.51.100.1");
  const buyer = new ApiUser(origin, "198.51.100.2");
  await buyer.signIn("drill-buyer@example.com", "a long enough password");
  await seller.signIn("drill-seller@example.com", "a long enough password");
  check("people sign in with their passwords", buyer.id !== "" && seller.id !== "");
  const demo = new ApiUser(origin, "198.51.100.3");
  await demo.signIn("buyer@demo.local", DEMO_PASSWORD);

  const gone = new ApiUser(origin, "198.51.100.4");
  const signedIn = await gone.signIn("drill-leaver@example.com", "a long enough password").then(
    () => true,
    () => false,
  );
  check("somebody who was erased after the backup is erased again", !signedIn, made.leaver);

  const order = await buyer.request<{ status: string }>("GET", `/api/orders/${made.order}`);
  check("the open order exists", order.body.status === "awaiting_payment", order);
  const hold = await buyer.request<{ reserved_by_current_user: boolean }>("POST", "/api/rpc/get_item_reservation", {
    item_id: made.held,
  });
  check("the hold exists", hold.body.reserved_by_current_user, hold);
  const second = await demo.request("POST", "/api/rpc/reserve_item", {
    item_id: made.sold,
    reservation_type: "buy_now",
  });
  check("an item with an open order cannot be reserved", second.status === 409, second);

  const market = await demo.request<{ items: { id: string; photos?: { url: string }[]; photo?: { url: string } }[] }>(
    "GET",
    "/api/items?limit=5",
  );
  check("the marketplace shows listings", market.body.items.length === 5, market);
  const found = await demo.request<{ items: { id: string }[] }>("GET", "/api/items?q=drill+press");
  const searched = await demo.request<{ items: { id: string }[] }>("GET", "/api/items?q=held+drill");
  check(
    "the search finds what was listed",
    searched.body.items.some((item) => item.id === made.held),
    [found, searched],
  );
  const picture = /\/images\/[\w.-]+/.exec(JSON.stringify(market.body))?.[0] ?? "";
  const image = await fetch(origin + picture);
  const { width = 0 } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
  check("its pictures load", image.ok && width > 0, picture);

  const released = await buyer.request<{ released: boolean }>("DELETE", `/api/items/${made.held}/reservation`);
  check("the hold can be released", released.body.released, released);
  const cancelled = await buyer.request<{ status: string }>("POST", `/api/orders/${made.order}/cancel`);
  check("the order can be cancelled", cancelled.body.status === "cancelled", cancelled);
  const again = await demo.request("POST", "/api/rpc/reserve_item", {
    item_id: made.sold,
    reservation_type: "buy_now",
  });
  check("the item of the cancelled order is for sale again", again.status === 200, again);
}

const manifestOf = (path: string) => JSON.parse(readFileSync(join(path, "manifest.json"), "utf8")) as Manifest;

/** Fetches the daily copy, which the cron has made, and compares it with the backup. */
function checkDailyCopy(): void {
  const to = join(folder, "daily");
  script("backup", `--to=${to}`, `--state=${before}`, "--daily=newest");
  const [copied, saved] = [manifestOf(to), manifestOf(backup)];
  const different = Object.entries(saved.tables).filter(
    // Later jobs of the same run record their progress in service_state.
    ([name, { sha256 }]) => name !== "service_state" && copied.tables[name]?.sha256 !== sha256,
  );
  check("the daily copy has the same rows", different.length === 0, different);
  check("the daily copy has the same pictures", JSON.stringify(copied.objects) === JSON.stringify(saved.objects));
}

const running: AppProcess[] = [];
async function app(stateDir: string): Promise<AppProcess> {
  const started = new AppProcess(await freePort(), stateDir);
  running.push(started);
  await started.start();
  return started;
}

try {
  script("seed-demo");
  const first = await app(before);
  const made = await live(first);
  await tick(first);
  await first.end("SIGTERM");
  check("the database is consistent before the backup", auditState(before).length === 0, auditState(before));

  script("backup", `--to=${backup}`, `--state=${before}`);
  checkDailyCopy();
  // As in a newer backup: the account was erased after this one.
  const erased = join(folder, "erased.txt");
  writeFileSync(erased, `${made.leaver}\n`);
  script("restore", `--from=${backup}`, `--state=${after}`, `--erased=${erased}`);
  check("the database is consistent after the restore", auditState(after).length === 0, auditState(after));

  const second = await app(after);
  await carryOn(second, made);
  await tick(second);
  await second.end("SIGTERM");
  check("the database is consistent after further use", auditState(after).length === 0, auditState(after));
} finally {
  for (const one of running) await one.end("SIGTERM").catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(`backup drill: ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
