import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { HomeView } from "#contract/items/marketplace";
import type { EmbeddedReplies } from "#domain/site/embedded-replies";
import { app } from "../../worker/app.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

const MANIFEST = {
  "index.html": { file: "assets/index-1.js", isEntry: true },
  "features/site/homepage/home-screen.tsx": { file: "assets/home-1.js" },
  "features/stores/store-screen.tsx": { file: "assets/store-1.js" },
  "features/stores/stores-screen.tsx": { file: "assets/stores-1.js" },
};
const ASSETS = siteFiles(MANIFEST);

async function open(path: string, headers: Record<string, string> = {}) {
  const ctx = createExecutionContext();
  const reply = await app.fetch(new Request(`${ORIGIN}${path}`, { headers }), { ...env, ASSETS }, ctx);
  const html = await reply.text();
  await waitOnExecutionContext(ctx);
  return {
    status: reply.status,
    headers: reply.headers,
    html,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="(.*?)">/.exec(html)?.[1],
    scripts: [...html.matchAll(/rel="modulepreload"[^>]* href="(.*?)"/g)].map(([, href]) => href),
    boot: JSON.parse(/id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}") as EmbeddedReplies,
  };
}

let seller: TestAccount;

beforeAll(async () => {
  seller = await createAccount({ full_name: "Ada Lister" });
  await createItem(seller, { title: "Brass desk lamp" });
});

describe("server reply for the home page", () => {
  it("contains its data, its screen's script, its title and its listings", async () => {
    const page = await open("/Home");
    expect([page.status, page.title, page.canonical]).toEqual([
      200,
      "Good things, close to home – Goodstreet",
      `${ORIGIN}/Home`,
    ]);
    expect(page.scripts).toEqual(["/assets/home-1.js"]);
    const view = page.boot["/api/homepage"] as HomeView;
    const reply = (await (await call("GET", "/api/homepage")).json()) as HomeView;
    expect(view).toEqual({ ...reply, server_now: view.server_now });
    expect(view.featured.map((card) => card.title)).toContain("Brass desk lamp");
    expect(page.html).toMatch(/<h3[^>]*>.*?Brass desk lamp/s);
  });

  it("sets the visitor cookie for counting ads in a reply that no cache stores", async () => {
    const first = await open("/Home");
    const cookie = /local-vid=[^;]+/.exec(first.headers.get("Set-Cookie") ?? "")?.[0] ?? "";
    expect(cookie).not.toBe("");
    expect(first.headers.get("Cache-Control")).toBe("private, no-store");
    expect(first.headers.get("Content-Type")).toContain("text/html");
    const again = await open("/Home", { Cookie: cookie });
    expect([again.headers.get("Set-Cookie"), again.headers.get("Cache-Control")]).toEqual([null, "no-cache"]);
  });

  it("is sent for an unknown path with status 404 and noindex (D15)", async () => {
    for (const path of ["/no-such-page", "/storefront", "/Home/extra", "/store/a/b"]) {
      const page = await open(path);
      expect([page.status, page.title, page.canonical], path).toEqual([404, "Page not found – Goodstreet", undefined]);
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(page.scripts, path).toEqual(["/assets/home-1.js"]);
    }
  });
});

describe("server reply for store pages", () => {
  it("contains the seller and the first items, at both paths and in any letter case", async () => {
    for (const path of [`/Store/${seller.id}`, `/storefront/${seller.id}`, `/STOREFRONT/${seller.id}`]) {
      const page = await open(path);
      expect([page.status, page.title, page.canonical], path).toEqual([
        200,
        "Ada L. – Goodstreet",
        `${ORIGIN}/Store/${seller.id}`,
      ]);
      expect(page.scripts, path).toEqual(["/assets/store-1.js"]);
      expect(Object.keys(page.boot)).toEqual([
        `/api/profiles/${seller.id}`,
        `/api/items?limit=24&seller_id=${seller.id}`,
        "/api/auth/session",
        "/api/places/near",
      ]);
      expect(page.html).toContain("Brass desk lamp");
      for (const secret of ["Lister", seller.email]) expect(page.html).not.toContain(secret);
    }
  });

  it("answers 404 for an unknown seller", async () => {
    for (const path of [
      "/Store/acc_nobody00000000000000",
      "/storefront/acc_nobody00000000000000",
      "/Store/%3Cscript%3E",
    ]) {
      const page = await open(path);
      expect([page.status, page.canonical, Object.keys(page.boot)], path).toEqual([
        404,
        undefined,
        ["/api/auth/session", "/api/places/near"],
      ]);
    }
  });

  it("contains the list of stores at /Store", async () => {
    const page = await open("/Store");
    expect([page.status, page.title, page.canonical]).toEqual([200, "Stores – Goodstreet", `${ORIGIN}/Store`]);
    expect(page.scripts).toEqual(["/assets/stores-1.js"]);
  });
});
