/** Checks the HTML that announcements may contain, and that no script in one ever runs (D13, A76). */
import { describe, expect, it } from "vitest";
import { markdownText, renderMarkdown } from "../../worker/adapters/markdown.ts";
import { read } from "../support/repository.ts";

const PAYLOADS: string[] = JSON.parse(read("tests/web/announcement-attacks.json"));

const ALLOWED: Record<string, string[]> = {
  P: [],
  H2: [],
  H3: [],
  H4: [],
  UL: [],
  LI: [],
  BLOCKQUOTE: [],
  STRONG: [],
  EM: [],
  CODE: [],
  PRE: [],
  BR: [],
  HR: [],
  OL: ["start"],
  A: ["href", "rel"],
};

/** Shows the HTML in a page and triggers its event handlers and links. */
function shown(html: string) {
  let hits = 0;
  // Handlers in markup run in jsdom's own window, not in the test's.
  const { jsdom } = globalThis as unknown as { jsdom: { window: object } };
  Object.assign(jsdom.window, { hit: () => hits++ });
  const main = document.createElement("main");
  // Clicks must not navigate away from this page.
  main.addEventListener("click", (event) => event.preventDefault());
  document.body.replaceChildren(main);
  main.innerHTML = html;
  for (const element of main.querySelectorAll<HTMLElement>("*")) {
    for (const name of ["load", "error", "focus", "mouseover", "toggle"]) element.dispatchEvent(new Event(name));
    element.click();
  }
  return { main, hits: () => hits };
}

describe("renderMarkdown", () => {
  it("is tested with at least sixty attacks", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
  });

  it("is tested with a harness that detects a successful attack", () => {
    expect(shown("<img src=x onerror=hit()>").hits()).toBe(1);
    expect(shown("<p onclick=hit()>x</p>").hits()).toBe(1);
  });

  it.each(PAYLOADS)("%s: runs nothing and leaves only allowed elements (A74, A76)", (payload) => {
    for (const source of [payload, `Hello ${payload} world`, `**${payload}**`]) {
      const { main, hits } = shown(renderMarkdown(source));
      for (const element of main.querySelectorAll("*")) {
        expect(Object.keys(ALLOWED), source).toContain(element.tagName);
        for (const name of element.getAttributeNames()) expect(ALLOWED[element.tagName], source).toContain(name);
        const href = element.getAttribute("href");
        if (href !== null) expect(href, source).toMatch(/^(https:\/\/[a-z.]+([/?#]|$)|mailto:[^?&]+$|\/(?![/\\]))/i);
      }
      expect(hits(), source).toBe(0);
    }
  });

  it("keeps the supported formatting, with headings one level below the page's own", () => {
    expect(renderMarkdown("# News\n\nWe **opened** in *Hobart*.\n\n1. one\n2. two\n\n- a\n\n> quoted\n\n---")).toBe(
      "<h2>News</h2>\n<p>We <strong>opened</strong> in <em>Hobart</em>.</p>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n" +
        "<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n<hr>",
    );
  });

  it("links to https, email addresses and own pages, and marks external links", () => {
    expect(renderMarkdown("[a](https://acnc.gov.au/x)")).toBe(
      '<p><a href="https://acnc.gov.au/x" rel="noopener noreferrer">a</a></p>',
    );
    expect(renderMarkdown("[a](/Requests)")).toBe('<p><a href="/Requests">a</a></p>');
    expect(renderMarkdown("<help@goodstreet.example>")).toContain('href="mailto:help@goodstreet.example"');
    expect(renderMarkdown("[a](http://plain.example)")).toBe("<p>a</p>");
  });

  it("replaces a picture by its alternative text", () => {
    expect(renderMarkdown("![our street](https://a.example/x.png)")).toBe("<p>our street</p>");
  });

  it("handles pathological input of the maximum length", () => {
    for (const piece of ["[", "*", "> ", "<", "`", "- ", "![", "\\", "_a"]) {
      expect(typeof renderMarkdown(piece.repeat(20_000 / piece.length))).toBe("string");
    }
  });
});

describe("markdownText", () => {
  it("returns the text without markup", () => {
    expect(markdownText("# News\n\nWe **opened** in [Hobart](/x).\n\n- one\n- two")).toBe(
      "News. We opened in Hobart. one. two.",
    );
  });
});
