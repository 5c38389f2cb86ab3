import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast, nearestReadable, parseColor, secondaryTextColor } from "../../worker/domain/site/color.ts";
import {
  changedParts,
  contrastProblems,
  DEFAULT_THEME,
  SCHEMES,
  type Scheme,
  shownRatio,
  THEME_PARTS,
  type ThemeConfig,
  themeCss,
  themeVariables,
} from "../../worker/domain/site/theme.ts";
import cases from "./theme.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");

describe("theme colour", () => {
  it("is stored as six hex digits", () => {
    expect(parseColor(" #0B5D4B ")).toBe("#0b5d4b");
    expect(parseColor("#fa3")).toBe("#ffaa33");
    expect(parseColor("rgb(11, 93, 75)")).toBe("#0b5d4b");
    for (const written of ["rgb(11 93 75)", "rgb(11,93,75)", "rgb( 11 , 93 , 75 )", "rgb(11  93  75)"])
      expect(parseColor(written)).toBe("#0b5d4b");
    expect(parseColor("rgb(255, 255, 0)")).toBe("#ffff00");
  });

  it.each(cases.noColors)("is refused when it is %j", (text) => {
    expect(parseColor(text)).toBeNull();
  });

  it("has the contrast ratio of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(shownRatio(4.496)).toBe("4.4");
  });

  it("that is hard to read is changed only as far as necessary", () => {
    expect(nearestReadable("#767676", "#ffffff")).toBe("#767676");
    const mended = nearestReadable("#8a8a8a", "#ffffff");
    expect(contrast(mended, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(mended, "#ffffff")).toBeLessThan(5);
    for (let grey = 0; grey < 256; grey += 5) {
      const background = `#${grey.toString(16).padStart(2, "0").repeat(3)}`;
      expect(contrast(nearestReadable(background, background), background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("moves towards the nearer end when both black and white would be readable", () => {
    const [light, dark] = ["#f0f0f0", "#101010"].map((text) => nearestReadable(text, "#757575"));
    expect(contrast(String(light), "#000000")).toBeGreaterThan(contrast("#f0f0f0", "#000000"));
    expect(contrast(String(dark), "#ffffff")).toBeGreaterThan(contrast("#101010", "#ffffff"));
  });

  it("stays readable as quiet text", () => {
    expect(secondaryTextColor("#767676", "#ffffff")).toBe("#767676");
    expect(secondaryTextColor("#000000", "#ffffff")).toBe("#4d4d4d");
  });
});

/** Returns the value of a variable in the style sheets, references resolved. */
function declared(scheme: Scheme): (name: string) => string {
  const text = ["tokens.css", "category-colors.css"]
    .map((file) => readFileSync(join(root, "web/ui", file), "utf8"))
    .join("\n");
  const read = (block: string) =>
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value] as const);
  const dark = [...text.matchAll(/\[data-theme="dark"\] \{([^}]*)\}/g)].map(([, block = ""]) => block);
  const values = new Map([
    ...read(text.replace(/\[data-theme="dark"\] \{[^}]*\}/g, "")),
    ...(scheme === "dark" ? dark.flatMap(read) : []),
  ]);
  return function tokenOf(name: string): string {
    const value = values.get(name) ?? "";
    const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return reference ? tokenOf(reference) : value;
  };
}

describe("theme", () => {
  it.each(SCHEMES)("starts in %s with the values of the style sheets", (scheme) => {
    const tokenOf = declared(scheme);
    for (const [name, value] of Object.entries(themeVariables(DEFAULT_THEME, scheme))) {
      // Secondary text has its own tokens until staff choose a text colour.
      if (!name.endsWith("-quiet")) expect(`${name}: ${tokenOf(name)}`).toBe(`${name}: ${value}`);
    }
  });

  it("has a light preview with the colours of the page", () => {
    const tokenOf = declared("light");
    const text = readFileSync(join(root, "web/features/admin/theme/scheme.css"), "utf8");
    for (const [, name = "", value = ""] of text.matchAll(/(--[\w-]+): (#\w+);/g)) {
      expect(`${name}: ${value}`).toBe(`${name}: ${tokenOf(name)}`);
    }
  });

  it.each(SCHEMES)("is readable in %s by default, including quiet text", (scheme) => {
    expect(contrastProblems(DEFAULT_THEME)).toEqual([]);
    const tokenOf = declared(scheme);
    for (const part of ["ad", "bundle", "banner"]) {
      expect(
        contrast(tokenOf(`--color-${part}-quiet`), tokenOf(`--color-${part}`)),
        `${part} in ${scheme}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("reports each unreadable text in either scheme, with a readable suggestion", () => {
    const config: ThemeConfig = {
      ads: {
        light: { background: "#ffffff", text: "#aaaaaa" },
        dark: { background: "#000000", text: "#ffffff" },
      },
      books: {
        light: { background: "#ffffff", text: "#000000" },
        dark: { background: "#222222", text: "#333333" },
      },
    };
    const problems = contrastProblems(config);
    expect(problems.map(({ part, scheme }) => [part, scheme])).toEqual([
      ["ads", "light"],
      ["books", "dark"],
    ]);
    for (const { part, scheme, proposal } of problems) {
      expect(contrast(proposal, config[part]?.[scheme].background ?? "")).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("becomes a style sheet of colours, and nothing without changes", () => {
    const sold = {
      light: { background: "#111111", text: "#eeeeee" },
      dark: { background: "#222222", text: "#dddddd" },
    };
    expect(themeCss({})).toBe("");
    expect(themeCss({ sold })).toBe(
      "html:root{--color-sold:#111111;--color-on-sold:#eeeeee}html[data-theme=dark]{--color-sold:#222222;--color-on-sold:#dddddd}",
    );
    // The pattern that public/theme-init.js accepts from the browser's storage.
    expect(themeCss(DEFAULT_THEME)).toMatch(/^[\w#:;{}[\]=-]+$/);
    expect(readFileSync(join(root, "web/public/theme-init.js"), "utf8")).toContain("/^[\\w#:;{}[\\]=-]+$/");
  });

  it("keeps only what differs from the defaults", () => {
    const banner = { light: { background: "#111111", text: "#eeeeee" }, dark: DEFAULT_THEME.banner.dark };
    expect(changedParts({ ...DEFAULT_THEME, banner })).toEqual({ banner });
    expect(THEME_PARTS).toHaveLength(15);
  });
});
