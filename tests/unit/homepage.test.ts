import { describe, expect, it } from "vitest";
import {
  DEFAULT_HERO,
  DEFAULT_SECTIONS,
  defaultLayout,
  homeContent,
  type StoredHomeSection,
} from "#domain/site/homepage";

const row = (section: string, content: Record<string, unknown> = {}, id = `hps_${section}`): StoredHomeSection => ({
  id,
  section,
  content,
});
const page = row("page");
const heroOf = (content: Record<string, unknown>) => homeContent([row("hero", content)]).hero;
const sectionOf = (content: Record<string, unknown>) =>
  homeContent([page, row("text", { title: "T", ...content })]).sections[0];

describe("default homepage", () => {
  it("appears without rows, and for rows of unknown kind or without a title", () => {
    for (const rows of [
      [],
      [row("banner", { title: "Hi" })],
      [row("text", { text: "No title" })],
      [row("text", { title: " " })],
    ]) {
      expect(homeContent(rows)).toEqual({
        hero: DEFAULT_HERO,
        sections: DEFAULT_SECTIONS,
        layout: defaultLayout(DEFAULT_SECTIONS),
      });
    }
  });

  it("has every text, with links to the marketplace and to selling", () => {
    const { primary, secondary, ...hero } = DEFAULT_HERO;
    for (const text of Object.values(hero)) expect(text).toMatch(/^[A-Z].+/);
    expect([primary, secondary]).toEqual([
      { label: expect.stringMatching(/^Browse/), href: "/Marketplace" },
      { label: expect.stringMatching(/^Sell/), href: "/AddItem" },
    ]);
    const [steps, sell] = DEFAULT_SECTIONS;
    expect(DEFAULT_SECTIONS).toHaveLength(2);
    expect(steps).toMatchObject({ id: "how-it-works", kind: "steps", text: "", link: null });
    expect(steps?.title).toMatch(/^How/);
    expect(steps?.points).toHaveLength(3);
    for (const { title, text } of steps?.points ?? [])
      expect([title, text].join(" | ")).toMatch(/^[A-Z].* \| [A-Z].+\.$/);
    expect(sell).toMatchObject({ id: "sell", kind: "callout", points: [], link: { href: "/AddItem" } });
    for (const text of [sell?.title, sell?.text, sell?.link?.label]) expect(text).toMatch(/^[A-Z].+/);
  });

  it("is replaced once the whole page has been saved, even when empty", () => {
    expect(homeContent([page])).toEqual({ hero: DEFAULT_HERO, sections: [], layout: [] });
  });

  it("is replaced by the first custom section", () => {
    expect(homeContent([row("callout", { title: "Ours" })]).sections).toEqual([
      { id: "hps_callout", kind: "callout", title: "Ours", text: "", points: [], link: null },
    ]);
  });
});

describe("homepage hero", () => {
  it("takes each field from the editor", () => {
    const primary = { label: "Go", href: "/Go" };
    const secondary = { label: "Or", href: "https://example.com/or" };
    expect(heroOf({ title: " Hi ", text: "There", primary, secondary })).toEqual({
      title: "Hi",
      text: "There",
      primary,
      secondary,
    });
    expect(heroOf({ title: "Hi" })).toEqual({ ...DEFAULT_HERO, title: "Hi" });
    expect(heroOf({ title: " ", text: 7 })).toEqual(DEFAULT_HERO);
  });

  it("has no second button when the editor removed it", () => {
    expect(heroOf({ secondary: null }).secondary).toBeNull();
    expect(heroOf({}).secondary).toEqual(DEFAULT_HERO.secondary);
  });

  it.each([
    [{ label: "x", href: "//evil.example" }],
    [{ label: "x", href: "javascript:alert(1)" }],
    [{ label: " ", href: "/Go" }],
    [{ label: "x" }],
    ["/Go"],
    [null],
  ])("never uses an invalid or unsafe link: %j", (primary) => {
    expect(heroOf({ primary }).primary).toEqual(DEFAULT_HERO.primary);
    expect(heroOf({ secondary: primary }).secondary).toBeNull();
  });
});

describe("homepage section", () => {
  it.each(["steps", "text", "callout"])("of the kind %s is shown under its id", (kind) => {
    expect(homeContent([row(kind, { title: "T" }, "hps_7")]).sections).toMatchObject([
      { id: "hps_7", kind, title: "T" },
    ]);
  });

  it("shows points that have a title, at most six", () => {
    const point = { title: " A ", text: " b " };
    const points = [point, { text: "no title" }, { title: "C" }, "D", null, { title: 5 }, point];
    expect(sectionOf({ points })?.points).toEqual([
      { title: "A", text: "b" },
      { title: "C", text: "" },
    ]);
    expect(sectionOf({ points: Array(8).fill(point) })?.points).toHaveLength(6);
    expect(sectionOf({ points: "abc" })?.points).toEqual([]);
  });

  it("has a link only with label and target", () => {
    expect(sectionOf({ link: { label: " Go ", href: "/Go" } })?.link).toEqual({ label: "Go", href: "/Go" });
    for (const link of [{ label: "Go" }, { href: "/Go" }, "Go", null]) expect(sectionOf({ link })?.link).toBeNull();
  });

  it("is cut at six hundred characters without splitting one", () => {
    expect(sectionOf({ text: "x".repeat(601) })?.text).toBe("x".repeat(600));
    expect(sectionOf({ text: `${"x".repeat(599)}\u{1f4a1}` })?.text).toBe(`${"x".repeat(599)}\ufffd`);
  });
});

describe("homepage layout", () => {
  const kinds = (rows: readonly StoredHomeSection[]) => homeContent(rows).layout.map(({ id }) => id);

  it("puts custom sections between featured and sold items, and a callout last", () => {
    expect(kinds([])).toEqual(["categories", "featured", "how-it-works", "sold", "sell"]);
    const [call, text] = [row("callout", { title: "Call" }), row("text", { title: "Text" })];
    expect(kinds([text, call])).toEqual(["categories", "featured", "hps_text", "sold", "hps_callout"]);
    expect(kinds([call, text])).toEqual(["categories", "featured", "hps_callout", "hps_text", "sold"]);
    expect(defaultLayout([])).toEqual([
      { id: "categories", kind: "categories", title: "" },
      { id: "featured", kind: "featured", title: "" },
      { id: "sold", kind: "sold", title: "" },
    ]);
    for (const { title } of homeContent([call]).layout) expect(title).toBe("");
  });

  it("follows the saved rows, which may have their own titles", () => {
    const rows = [
      page,
      row("sold", { title: " Gone " }),
      row("text", { title: "Text" }),
      row("text", { title: "" }, "hps_empty"),
      row("banner", { title: "?" }),
      row("featured"),
      row("hero", { title: "Top" }),
    ];
    expect(homeContent(rows).layout).toEqual([
      { id: "sold", kind: "sold", title: "Gone" },
      { id: "hps_text", kind: "text", title: "" },
      { id: "featured", kind: "featured", title: "" },
    ]);
  });
});
