/**
 * Announcements from Markdown to HTML (D13, A76). The text becomes a tree, the tree keeps only elements and attributes of
 * the list below, and only then is there any HTML: nothing of what was typed is ever read as markup. Raw HTML in it is
 * left out, pictures are their words, and a link leads to https, to an e-mail address or to a page of ours.
 */
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import { publicLink } from "#domain/public-link";

type Tree = ReturnType<typeof toHast>;
type Child = Extract<Tree, { type: "element" }>["children"][number];

/** The house's own list. The page has an h1 already, so headings begin below it. */
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

/** Where a typed link leads, or null when it may not be one. */
function safeHref(typed: unknown): string | null {
  if (typeof typed !== "string") return null;
  if (MAIL.test(typed)) return typed;
  return publicLink(typed);
}

/** What this house makes of an element before the list decides: own levels of headings, words for pictures, safe links. */
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

/** Links out of the house say so to the browser. After the list, which knows no other attribute. */
function mark(node: Child): Child {
  if (node.type !== "element") return node;
  const away = node.tagName === "a" && /^https:/i.test(String(node.properties.href ?? ""));
  const properties = away ? { ...node.properties, rel: ["noopener", "noreferrer"] } : node.properties;
  return { ...node, properties, children: node.children.map(mark) };
}

/** Quotes within quotes by the thousand are nobody's announcement, and more than a stack holds: shown as typed. */
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

/** The HTML of an announcement. Never raises, whatever the text is. */
export function renderAnnouncement(source: string): string {
  return toHtml({ type: "root", children: treeOf(source) });
}

const INLINE = new Set(["a", "strong", "em", "code"]);

/** Its words alone, for lists and mails. */
export function announcementText(source: string): string {
  const words = (node: Child): string => {
    if (node.type === "text") return node.value;
    if (node.type !== "element") return "";
    const inner = node.children.map(words).join("");
    if (INLINE.has(node.tagName)) return inner;
    // A heading or an entry of a list ends like a sentence, or it would run into the next.
    return /[\p{L}\p{N})]$/u.test(inner) ? `${inner}. ` : `${inner} `;
  };
  return treeOf(source).map(words).join("").replace(/\s+/g, " ").trim();
}
