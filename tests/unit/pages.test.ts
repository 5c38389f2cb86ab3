import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { bootKey, scriptJson } from "#domain/boot";
import { PAGE_MODULES } from "../../worker/features/pages/shell.ts";

const web = resolve(import.meta.dirname, "../../web");

describe("what the Worker writes into the page", () => {
  it("finds the places it fills in the app's HTML", () => {
    const html = readFileSync(resolve(web, "index.html"), "utf8");
    for (const part of ["<title>", '<meta name="description"', '<meta name="viewport"', '<div id="root">', "</head>"]) {
      expect(html).toContain(part);
    }
  });

  it("knows each page's script by a module that exists", () => {
    for (const module of Object.values(PAGE_MODULES)) expect(existsSync(resolve(web, module)), module).toBe(true);
  });

  it("spells one request one way, whatever the order of its parameters", () => {
    expect(bootKey("/api/items", { sort: "views", limit: "24", q: undefined })).toBe("/api/items?limit=24&sort=views");
    expect(bootKey("/api/items", { limit: "24", sort: "views" })).toBe("/api/items?limit=24&sort=views");
    expect(bootKey("/api/items/x")).toBe("/api/items/x");
  });

  it("writes JSON no script element can be ended by, and reads the same back", () => {
    const value = { title: "</script><!-- & \u2028\u2029 -->", price: 1.5 };
    const text = scriptJson(value);
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});
