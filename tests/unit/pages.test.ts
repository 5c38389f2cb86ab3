import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonForScript, replyKey } from "#domain/site/embedded-replies";
import { isKnownPage, PAGES, pageOf } from "#domain/site/pages";
import { PAGE_MODULES, SIGNED_IN_MODULES } from "../../worker/features/site/pages/shell.ts";

const web = resolve(import.meta.dirname, "../../web");

describe("server-rendered pages", () => {
  it("have the insertion points in the app's HTML", () => {
    const html = readFileSync(resolve(web, "index.html"), "utf8");
    for (const part of [
      "<title>",
      '<meta name="application-name"',
      '<meta name="photo-origin"',
      '<meta name="description"',
      '<meta name="viewport"',
      '<script src="/theme-init.js"',
      "</head>",
      '<div id="root"></div>',
    ]) {
      expect(html).toContain(part);
    }
  });

  it("name existing modules as page scripts", () => {
    for (const module of [...Object.values(PAGE_MODULES), ...SIGNED_IN_MODULES])
      expect(existsSync(resolve(web, module)), module).toBe(true);
  });

  it("use one key for a request, regardless of the order of its parameters", () => {
    expect(replyKey("/api/items", { sort: "views", limit: "24", q: undefined })).toBe("/api/items?limit=24&sort=views");
    expect(replyKey("/api/items", { limit: "24", sort: "views" })).toBe("/api/items?limit=24&sort=views");
    expect(replyKey("/api/items/x")).toBe("/api/items/x");
  });

  it("embed JSON that cannot end a script element and reads back unchanged", () => {
    const value = { title: "</script><!-- & \u2028\u2029 -->", price: 1.5 };
    const text = jsonForScript(value);
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe("pageOf", () => {
  it("finds a page by its exact path in any case", () => {
    for (const page of PAGES) {
      const path = page.id === "required" ? `/${page.path}/itm_12345678` : `/${page.path}`;
      expect(pageOf(path)).toEqual(page);
      expect(pageOf(`${path.toUpperCase()}//`)).toEqual(page);
      expect(isKnownPage(`/${page.path}/itm_12345678/more`)).toBe(false);
    }
    for (const path of ["/nonsense", "/market", "/marketplaces", "/api"]) expect(isKnownPage(path), path).toBe(false);
  });

  it("accepts an id only on pages that show one, and requires it where they show nothing else", () => {
    expect(isKnownPage("/itemdetail")).toBe(false);
    expect(isKnownPage("/itemdetail/itm_12345678")).toBe(true);
    expect(isKnownPage("/store")).toBe(true);
    expect(isKnownPage("/store/acc_12345678")).toBe(true);
    expect(isKnownPage("/marketplace/itm_12345678")).toBe(false);
  });

  it("marks a page as public unless it needs a session or staff permissions", () => {
    const open = ["/", "/marketplace", "/itemdetail/itm_12345678", "/terms", "/signin"];
    const own = ["/myorders", "/cart", "/settings", "/users", "/auditlog", "/moderation", "/messages"];
    expect(open.map((path) => pageOf(path)?.public)).toEqual(open.map(() => true));
    expect(own.map((path) => pageOf(path)?.public)).toEqual(own.map(() => false));
  });
});
