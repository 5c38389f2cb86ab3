/** Server-side rendering (decision 0010): what a page shows before any script runs. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { createAccount, ORIGIN } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { siteFiles } from "../support/workerd/site-files.ts";

const ASSETS = siteFiles({
  "index.html": { file: "assets/index-1.js", isEntry: true },
  "features/marketplace/marketplace-screen.tsx": { file: "assets/market-1.js" },
  "features/item-page/item-detail-screen.tsx": { file: "assets/item-1.js", css: ["assets/item-1.css"] },
  "features/site/homepage/home-screen.tsx": { file: "assets/home-1.js" },
});

/** Returns the text, links and tags inside `#root`, as a browser without JavaScript shows them. */
async function renderedRoot(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ text: string; links: string[]; tags: string[]; html: string }> {
  const ctx = createExecutionContext();
  const reply = await app.fetch(new Request(`${ORIGIN}${path}`, { headers }), { ...env, ASSETS }, ctx);
  const html = await reply.text();
  await waitOnExecutionContext(ctx);
  const found = { text: "", links: [] as string[], tags: [] as string[], html };
  await new HTMLRewriter()
    .on("#root *", {
      element: (element) => {
        found.tags.push(element.tagName);
        const link = element.tagName === "a" ? element.getAttribute("href") : null;
        if (link) found.links.push(link);
      },
      text: ({ text }) => {
        found.text += text;
      },
    })
    .transform(new Response(html))
    .text();
  return found;
}

describe("server-rendered page", () => {
  it("shows the items of the marketplace with prices and links", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { title: "Drawn walnut desk", price: 123 });
    const page = await renderedRoot("/Marketplace");
    expect(page.text).toContain("Drawn walnut desk");
    expect(page.text).toContain("$123");
    expect(page.links).toContain(`/ItemDetail/${item.id}`);
    expect(page.text).toContain("Furniture");
  });

  it("applies the filters of the URL", async () => {
    const seller = await createAccount();
    await createItem(seller, { title: "Filtered quilt", price: 40 });
    await createItem(seller, { title: "Filtered piano", price: 900 });
    const page = await renderedRoot("/Marketplace?q=filtered&min_price=500");
    const titles = page.text.replace(/<!--.*?-->/g, "");
    expect(titles).toContain("Filtered piano");
    expect(titles).not.toContain("Filtered quilt");
  });

  it("shows an item's title, price, description and Buy Now button", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, {
      title: "Drawn kettle",
      price: 19.5,
      description: "Whistles & sings <b>loudly</b>.",
    });
    const page = await renderedRoot(`/ItemDetail/${item.id}`);
    expect(page.text).toContain("Drawn kettle");
    expect(page.text).toContain("$19.50");
    expect(page.text).toContain("Buy Now");
    expect(page.text).toContain("Whistles &amp; sings &lt;b&gt;loudly&lt;/b&gt;.");
    expect(page.tags).not.toContain("b");
  });

  it("contains no content of pages that are rendered concurrently", async () => {
    const seller = await createAccount();
    const items = await Promise.all(
      Array.from({ length: 6 }, (_, n) => createItem(seller, { title: `Single number ${n}`, price: 10 + n })),
    );
    const pages = await Promise.all(items.map((item) => renderedRoot(`/ItemDetail/${item.id}`)));
    for (const [n, page] of pages.entries()) {
      const named = [...page.text.matchAll(/Single number (\d)/g)].map(([, digit]) => digit);
      expect(new Set(named)).toEqual(new Set([String(n)]));
    }
  });

  it("renders only the frame of deleted items, the bundles tab and all other pages", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { title: "Gone tomorrow", price: 5 });
    await env.DB.prepare("UPDATE items SET deleted_at = 1 WHERE id = ?").bind(item.id).run();
    for (const path of [`/ItemDetail/${item.id}`, "/Marketplace?tab=bundles", "/Contact", "/nowhere"]) {
      const page = await renderedRoot(path);
      expect(page.html, path).toContain('id="root" data-rendered="frame"');
      expect(page.tags, path).toContain("header");
      expect(page.text, path).not.toContain("Gone tomorrow");
    }
  });

  it("has the whole text of the policies, with links that work without a script", async () => {
    for (const [path, chapter, link] of [
      ["/Terms", "Australian Consumer Law", "https://www.accc.gov.au/consumers"],
      ["/Privacy", "What we keep, and how long", "https://www.oaic.gov.au/privacy/privacy-complaints"],
      ["/HowWeDecide", "How to appeal", "/Privacy#automated"],
      ["/Accessibility", "What we check", "https://humanrights.gov.au/complaints"],
    ] as const) {
      const page = await renderedRoot(path);
      expect(page.html, path).toContain('id="root" data-rendered="page"');
      expect(page.text, path).toContain(chapter);
      expect(page.links, path).toContain(link);
    }
  });

  it("has the styles of its screen apply before it is painted, and preloads its scripts", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { title: "Photos first", price: 5 });
    for (const path of ["/", "/Home", "/Marketplace", `/ItemDetail/${item.id}`]) {
      const { html } = await renderedRoot(path);
      expect(html, path).toContain('id="root" data-rendered="page"');
      expect(html.match(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g), path).toHaveLength(2);
    }
    const { html } = await renderedRoot(`/ItemDetail/${item.id}`);
    expect(html).toMatch(/<link rel="stylesheet"[^>]* href="\/assets\/item-1\.css">.*<\/head>/s);
    expect(html.match(/item-1\.css/g)).toHaveLength(1);
  });

  it("has the whole top bar of a signed-in viewer, also when the access token has expired", async () => {
    const seller = await createAccount({ full_name: "Quentin Zimmer" });
    const item = await createItem(seller, { title: "Bar stool", price: 5 });
    const buyer = await createAccount({ full_name: "Billie Yarrow", account_type: "seller" });
    const admin = await createAccount({ role: "admin" });
    for (const path of ["/", "/Home", "/Marketplace?q=stool", `/ItemDetail/${item.id}`, "/Contact", "/MyItems"]) {
      const page = await renderedRoot(path, buyer.headers);
      expect(page.text, path).toMatch(/MarketplaceSellingCommunity.*\$0.*BY/s);
      expect(page.text, path).not.toContain("Admin");
      expect(page.links, path).toEqual(expect.arrayContaining(["/Messages", "/Cart"]));
      expect(page.html, path).not.toMatch(/<!--\$[?!]-->/);
      expect((await renderedRoot(path, admin.headers)).text, path).toContain("CommunityAdmin");
      const expired = await renderedRoot(path, { Cookie: buyer.session_cookie });
      expect(expired.text, path).toContain("MarketplaceSellingCommunity");
      expect(expired.text, path).not.toContain("Sign In");
      expect((await renderedRoot(path)).text, path).not.toContain("MarketplaceSelling");
    }
  });

  it("is complete, without Suspense fallbacks", async () => {
    const seller = await createAccount();
    const item = await createItem(seller, { title: "Whole at once", price: 5 });
    for (const path of ["/", "/Home", "/Marketplace", "/Marketplace?q=whole", `/ItemDetail/${item.id}`]) {
      // React marks an unresolved Suspense boundary with these comments.
      expect((await renderedRoot(path)).html, path).not.toMatch(/<!--\$[?!]-->/);
    }
  });
});
