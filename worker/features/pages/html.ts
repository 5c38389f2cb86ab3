/** Writing page content into the built HTML. Whatever people typed is escaped here and nowhere else. */
import type { ThemeReply } from "#contract/theme";
import { BOOT_ID, scriptJson } from "#domain/boot";
import { photoSrcset } from "#domain/photo-sizes";
import type { PageContent } from "./content.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** One element without content; attributes that are null are left out. */
function tag(name: string, attributes: Record<string, string | number | null | undefined>): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${list.join("")}>`;
}

/** Of a script or its preload in a drawn page: nothing a browser knows, until the script makes it what it is (decision 0083). */
const AFTER_PAINT = "after-paint";
const AFTER_PAINT_SCRIPT = `<script defer src="/${AFTER_PAINT}.js"></script>`;

/**
 * What the browser should start to fetch before it has read a line of script. A page that is drawn needs its photos
 * first, and its scripts `late`: one that is taken over only once it has been seen (`afterPaint`).
 */
export function preloadTags(
  content: PageContent,
  files: readonly string[],
  { late, afterPaint } = { late: false, afterPaint: false },
): string {
  return [
    ...content.firstPhotos.map(({ photo, sizes }) =>
      tag("link", {
        rel: "preload",
        as: "image",
        href: photo.url_800,
        imagesrcset: photoSrcset(photo),
        imagesizes: sizes,
        fetchpriority: "high",
      }),
    ),
    ...files.map((file) =>
      tag("link", {
        ...(isStyle(file) ? { rel: "preload", as: "style" } : { rel: afterPaint ? AFTER_PAINT : "modulepreload" }),
        crossorigin: "",
        href: `/${file}`,
        fetchpriority: late ? "low" : null,
      }),
    ),
  ].join("");
}

const isStyle = (file: string) => file.endsWith(".css");

/** What a drawing looks like does not come with its code: that is asked for when the drawing has been seen. */
const styleTags = (files: readonly string[]) =>
  files.map((file) => tag("link", { rel: "stylesheet", crossorigin: "", href: `/${file}` })).join("");

/** Canonical address, Open Graph and structured data. A page that is not to be known says only that. */
export function headTags(origin: string, { status, head }: PageContent, siteName: string): string {
  if (head.canonical === null || status !== 200) return tag("meta", { name: "robots", content: "noindex" });
  const url = origin + head.canonical;
  const image = head.image;
  const properties: Record<string, string | number | null | undefined> = {
    "og:site_name": siteName,
    "og:locale": "en_AU",
    "og:type": head.type,
    "og:title": head.title(siteName),
    "og:description": head.description,
    "og:url": url,
    "og:image": image && origin + image.photo.url,
    "og:image:width": image?.photo.width,
    "og:image:height": image?.photo.height,
    "og:image:alt": image?.alt,
    "product:price:amount": head.price,
    "product:price:currency": head.price === null ? null : "AUD",
  };
  return [
    tag("link", { rel: "canonical", href: url }),
    ...Object.entries(properties)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([property, value]) => tag("meta", { property, content: value })),
    tag("meta", { name: "twitter:card", content: image ? "summary_large_image" : "summary" }),
    ...head.jsonLd.map(
      (data) =>
        `<script type="application/ld+json">${scriptJson(typeof data === "function" ? data(siteName) : data)}</script>`,
    ),
  ].join("");
}

/** The replies the page carries; empty when it carries none. */
function bootTag({ boot }: PageContent): string {
  if (Object.keys(boot).length === 0) return "";
  return `<script type="application/json" id="${BOOT_ID}">${scriptJson(boot)}</script>`;
}

/** The colours staff chose, before the first paint. An empty one too: it says that there are none, whatever was kept. */
function themeTag(theme: ThemeReply | null): string {
  return theme?.css == null ? "" : `<style id="marketplace-theme">${theme.css}</style>`;
}

/** The built HTML with this page's content. A stream: nothing waits for the whole document. */
export function fillPage(
  shell: Response,
  origin: string,
  content: PageContent,
  modules: readonly string[],
  {
    theme,
    siteName,
    drawing,
    frame,
  }: {
    theme: ThemeReply | null;
    siteName: string;
    drawing: string;
    /**
     * The drawing is a page's frame alone: the styles of what will be in it would keep it waiting, and there is nothing to look
     * at before its code.
     */
    frame: boolean;
  },
): Response {
  const html = { html: true };
  const drawn = drawing !== "";
  const afterPaint = drawn && !frame;
  const styles = afterPaint ? modules.filter(isStyle) : [];
  const early = modules.filter((file) => !styles.includes(file));
  return (
    new HTMLRewriter()
      .on("title", { element: (element) => void element.setInnerContent(content.head.title(siteName)) })
      .on('meta[name="application-name"]', {
        element: (element) => void element.setAttribute("content", siteName),
      })
      .on('meta[name="description"]', {
        // Not by its attribute: that would leave the angle brackets of the text as they are.
        element: (element) => {
          element.replace(tag("meta", { name: "description", content: content.head.description }), html);
        },
      })
      // Right behind the viewport: `sizes` are media conditions, and before the scripts: order is priority.
      .on('meta[name="viewport"]', {
        element: (element) => void element.after(preloadTags(content, early, { late: drawn, afterPaint }), html),
      })
      .on('script[type="module"], link[rel="modulepreload"]', {
        element: (element) => {
          if (drawn) element.setAttribute("fetchpriority", "low");
          if (afterPaint) element.setAttribute(element.tagName === "script" ? "type" : "rel", AFTER_PAINT);
        },
      })
      .on("head", {
        element: (element) => {
          // Behind the first styles, where the browser would put them too.
          if (afterPaint) element.append(styleTags(styles) + AFTER_PAINT_SCRIPT, html);
          element.append(headTags(origin, content, siteName), html);
        },
      })
      // Ahead of the script that looks whether the page brought one.
      .on('script[src="/theme-init.js"]', { element: (element) => void element.before(themeTag(theme), html) })
      .on("#root", {
        element: (element) => {
          element.setInnerContent(drawing, html);
          element.after(bootTag(content), html);
        },
      })
      .transform(shell)
  );
}
