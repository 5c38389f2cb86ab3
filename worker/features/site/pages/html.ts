/** Writes page content into the built HTML. All user input is escaped here. */
import type { ThemeReply } from "#contract/site/theme";
import { escapeHtml } from "#domain/escape-html";
import { photoAddress } from "#domain/items/photo-keys";
import { photoSrcset } from "#domain/items/photo-sizes";
import { EMBEDDED_REPLIES_ID, jsonForScript } from "#domain/site/embedded-replies";
import type { PageContent } from "./content.ts";

/** Returns an element without content; attributes that are null are omitted. */
function tag(name: string, attributes: Record<string, string | number | null | undefined>): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${list.join("")}>`;
}

/**
 * Returns tags for what the browser should fetch before any script runs: photos first, then the screen's files. The
 * styles of rendered content must apply before it is painted. Scripts have a low priority, as in vite.config.ts.
 */
export function preloadTags(
  { firstPhotos, serverRendered }: PageContent,
  files: readonly string[],
  photoOrigin: string,
): string {
  const style = serverRendered ? { rel: "stylesheet" } : { rel: "preload", as: "style" };
  return [
    ...firstPhotos.map(({ photo, sizes }) =>
      tag("link", {
        rel: "preload",
        as: "image",
        href: photoAddress(photo.url_800, photoOrigin),
        imagesrcset: photoSrcset(photo, photoOrigin),
        imagesizes: sizes,
        fetchpriority: "high",
      }),
    ),
    ...files.map((file) =>
      tag("link", {
        ...(file.endsWith(".css") ? style : { rel: "modulepreload", fetchpriority: "low" }),
        crossorigin: "",
        href: `/${file}`,
      }),
    ),
  ].join("");
}

/** Returns canonical address, Open Graph and structured data; only `noindex` for a page that must not be indexed. */
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
        `<script type="application/ld+json">${jsonForScript(typeof data === "function" ? data(siteName) : data)}</script>`,
    ),
  ].join("");
}

/** Returns the tag with the embedded replies; empty when there are none. */
function bootTag({ boot }: PageContent): string {
  if (Object.keys(boot).length === 0) return "";
  return `<script type="application/json" id="${EMBEDDED_REPLIES_ID}">${jsonForScript(boot)}</script>`;
}

/**
 * Returns the colours that staff chose, for the first paint. An empty style overrides colours stored in the browser.
 */
function themeTag(theme: ThemeReply | null): string {
  return theme?.css == null ? "" : `<style id="marketplace-theme">${theme.css}</style>`;
}

interface Surroundings {
  theme: ThemeReply | null;
  siteName: string;
  /** Origin of their own that photos have; empty for ours. */
  photoOrigin: string;
  path: string;
  /** What the server rendered; empty when it did not. */
  rendered: string;
}

/** Returns the built HTML with this page's content. The content is filled in last, because it may contain the other places' text. */
export function fillPage(
  shell: string,
  origin: string,
  content: PageContent,
  modules: readonly string[],
  { theme, siteName, photoOrigin, path, rendered }: Surroundings,
): string {
  const meta = (name: string, value: string) => () => tag("meta", { name, content: value });
  const root = tag("div", {
    id: "root",
    "data-rendered": rendered === "" ? null : content.serverRendered ? "page" : "frame",
    // Offline, the service worker sends the frame of one page for every other page.
    "data-path": rendered === "" ? null : path,
  });
  // A page that is closed to this person, as after a ban, shows none of the photos.
  const isShown = ({ photo }: (typeof content.firstPhotos)[number]) =>
    rendered === "" || !content.serverRendered || rendered.includes(photoAddress(photo.url_800, photoOrigin));
  const shown = { ...content, firstPhotos: content.firstPhotos.filter(isShown) };
  return (
    shell
      .replace(/<title>[^<]*/, () => `<title>${escapeHtml(content.head.title(siteName))}`)
      .replace(/<meta name="application-name"[^>]*>/, meta("application-name", siteName))
      .replace(/<meta name="photo-origin"[^>]*>/, meta("photo-origin", photoOrigin))
      .replace(/<meta name="description"[^>]*>/, meta("description", content.head.description))
      // After the viewport, because `sizes` are media conditions; before the scripts, because order is priority.
      .replace(/<meta name="viewport"[^>]*>/, (found) => found + preloadTags(shown, modules, photoOrigin))
      // Before the script that looks for it.
      .replace('<script src="/theme-init.js"', (found) => themeTag(theme) + found)
      .replace("</head>", (found) => headTags(origin, content, siteName) + found)
      .replace('<div id="root"></div>', () => `${root}${rendered}</div>${bootTag(content)}`)
  );
}
