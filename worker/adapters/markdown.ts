/**
 * Renders announcements and policies from Markdown to HTML (D13, A76). The text becomes a tree, the tree is reduced to the
 * elements and attributes listed below, and only then serialised: no input is ever read as markup. Raw HTML is dropped,
 * images become their text, and links may lead to https, an email address or a page of this site.
 */
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import { publicLink } from "#domain/site/public-link";

type Tree = ReturnType<typeof toHast>;
type Child = Extract<Tree, { type: "element" }>["children"][number];

/** Allowed elements. The page has an h1 already, so headings start below it. */
const SCHEMA = {
  tagNames: ["p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "strong", "em", "code", "pre", "a", "br", "hr"],
  attributes: { a: ["href"], ol: ["start"] },
  protocols: { href: ["https", "mailto"] },
  strip: ["script", "style"],
  clobber: [],
  clobberPrefix: "",
  ancestors: { li: ["ol", "ul"] },
};

const HEADINGS: Record<string, string> = { h1: "h2", h2: "h3", h3: "h4", h4: "h4", h5: "h4", h6: "h4" };
const MAIL = /^mailto:[^\s@?&]+@[^\s@?&]+$/i;

/** Returns the target of a link, or null when it is not allowed. */
function safeHref(typed: unknown): string | null {
  if (typeof typed !== "string") return null;
  if (MAIL.test(typed)) return typed;
  return publicLink(typed);
}

/** Adapts an element before sanitising: heading levels, image text, safe links. */
function adapt(node: Child): Child[] {
  if (node.type !== "element") return [node];
  const children = node.children.flatMap(adapt);
  if (node.tagName === "img") return [{ type: "text", value: String(node.properties.alt ?? "") }];
  if (node.tagName === "a") {
    const href = safeHref(node.properties.href);
    return href === null ? children : [{ ...node, children, properties: { href } }];
  }
  return [{ ...node, children, tagName: HEADINGS[node.tagName] ?? node.tagName }];
}

/** Marks external links for the browser. After sanitising, which would remove the attribute. */
function mark(node: Child): Child {
  if (node.type !== "element") return node;
  const away = node.tagName === "a" && /^https:/i.test(String(node.properties.href ?? ""));
  const properties = away ? { ...node.properties, rel: ["noopener", "noreferrer"] } : node.properties;
  return { ...node, properties, children: node.children.map(mark) };
}

/** Extremely nested quotes exceed the stack; such text is shown unformatted. */
function treeOf(source: string): Child[] {
  try {
    return parsed(source);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: "element", tagName: "p", properties: {}, children: [{ type: "text", value: source }] }];
  }
}

function parsed(source: string): Child[] {
  const tree = toHast(fromMarkdown(source));
  const typed = "children" in tree ? (tree.children as Child[]) : [];
  const kept = sanitize({ type: "root", children: typed.flatMap(adapt) }, SCHEMA);
  return "children" in kept ? (kept.children as Child[]).map(mark) : [];
}

/** Returns the HTML of a Markdown text. Never throws. */
export function renderMarkdown(source: string): string {
  return toHtml({ type: "root", children: treeOf(source) });
}

const INLINE = new Set(["a", "strong", "em", "code"]);

/** Returns the plain text of a Markdown text, for lists and emails. */
export function markdownText(source: string): string {
  const words = (node: Child): string => {
    if (node.type === "text") return node.value;
    if (node.type !== "element") return "";
    const inner = node.children.map(words).join("");
    if (INLINE.has(node.tagName)) return inner;
    // Ends headings and list entries like sentences, so that they do not run into the next text.
    return /[\p{L}\p{N})]$/u.test(inner) ? `${inner}. ` : `${inner} `;
  };
  return treeOf(source).map(words).join("").replace(/\s+/g, " ").trim();
}
