import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { pageOf } from "#domain/site/pages";
import { DEFAULT_SITE_NAME } from "#domain/site/site-settings";
import { photoOrigin } from "../../../adapters/photo-origin.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import { adVisitor } from "../../../http/ad-visitor.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { edgeCache, ITEM_CACHE, LIST_CACHE } from "../../../http/edge-cache.ts";
import { found } from "../../../http/errors.ts";
import { migrationsApplied } from "../../../http/migrations-applied.ts";
import { appOrigin } from "../../../http/origin.ts";
import { limitReads } from "../../../http/read-limit.ts";
import { readSessionCookie } from "../../../http/session-cookies.ts";
import { errorText, log } from "../../../log.ts";
import { nearVariant } from "../../places/near-cookie.ts";
import { pageTheme } from "../theme/queries.ts";
import type { PageContent } from "./content.ts";
import { describePage, fallbackContent } from "./describe.ts";
import { fillPage } from "./html.ts";
import { renderPage } from "./server.generated.js";
import { loadShell, pageModules, SIGNED_IN_MODULES, screenOf } from "./shell.ts";
import { sitemapFile, sitemapIndex } from "./sitemaps.ts";

/** Crawlers may get content up to an hour old. */
const FOR_MACHINES = { "Cache-Control": "public, max-age=3600" };
const XML = { "Content-Type": "application/xml; charset=utf-8", ...FOR_MACHINES };

/** What a page depends on besides its address: the visitor's place, and what administrators have saved. */
async function pageVariant(c: Ctx): Promise<string> {
  const services = c.get("services");
  const [settings, theme] = await Promise.all([
    siteSettings(services)
      .then(({ version }) => version)
      .catch(() => "none"),
    pageTheme(services)
      .then(({ version }) => version)
      .catch(() => "none"),
  ]);
  return [settings, theme, nearVariant(c)].join(" ");
}

const keepList = edgeCache({ ...LIST_CACHE, variant: pageVariant });
const keepItem = edgeCache({ ...ITEM_CACHE, variant: pageVariant });

/** Pages that the edge keeps for visitors. None whose address may hold a token. */
const KEPT_PAGES: Readonly<Record<string, typeof keepList>> = {
  "": keepList,
  marketplace: keepList,
  home: keepList,
  store: keepList,
  storefront: keepList,
  announcements: keepList,
  donations: keepList,
  contact: keepList,
  privacy: keepList,
  terms: keepList,
  howwedecide: keepList,
  accessibility: keepList,
  itemdetail: keepItem,
  movingsale: keepItem,
};

const keepPage = createMiddleware<AppContext>(async (c, next) => {
  const keep = KEPT_PAGES[pageOf(c.req.path)?.path ?? "unknown"];
  return keep ? keep(c, next) : next();
});

/** Only the home page shows ads before its script runs. */
const adVisitorOnHome = createMiddleware<AppContext>(async (c, next) =>
  pageOf(c.req.path)?.path === "home" ? adVisitor(c, next) : next(),
);

/** A file of another build may be there in a moment, so no browser may remember that it was missing. */
const missingFile = createMiddleware<AppContext>(async (c, next) =>
  c.req.path.startsWith("/assets/") ? c.text("Not found", 404, { "Cache-Control": "no-store" }) : next(),
);

export const pageRoutes = new Hono<AppContext>()
  .get("/robots.txt", (c) =>
    c.text(
      `User-agent: *\nDisallow: /api/auth/\nDisallow: /functions/\n\nSitemap: ${appOrigin(c)}/sitemap.xml\n`,
      200,
      FOR_MACHINES,
    ),
  )
  .get("/sitemap.xml", migrationsApplied, async (c) =>
    c.body(await sitemapIndex(c.get("services").db, appOrigin(c)), 200, XML),
  )
  .get("/sitemaps/:file", migrationsApplied, (c) => {
    const { db, now } = c.get("services");
    return c.body(found(sitemapFile(db, appOrigin(c), c.req.param("file"), now())), 200, XML);
  })
  .get("*", missingFile, limitReads, adVisitorOnHome, keepPage, servePage);

/**
 * Serves the app's HTML with metadata and the first replies the browser would request. 200 for existing pages, 404 and
 * 410 otherwise (D15). If reading fails, the page is served without that content.
 */
async function servePage(c: Ctx): Promise<Response> {
  const url = new URL(c.req.url);
  const [shell, content, modules, theme, siteName] = await Promise.all([
    loadShell(c.env, c.req.url),
    describePage(c, url).catch((error: unknown) => {
      log("error", { message: "page content", path: url.pathname, error: errorText(error) });
      return fallbackContent(url.pathname);
    }),
    pageModules(c.env, screenOf(url.pathname), readSessionCookie(c) ? SIGNED_IN_MODULES : []),
    // Without the theme the page uses the colours of the last visit.
    pageTheme(c.get("services")).catch(() => null),
    siteSettings(c.get("services")).then(
      ({ site_name }) => site_name,
      () => DEFAULT_SITE_NAME,
    ),
  ]);
  const filled = fillPage(shell, appOrigin(c), content, modules, {
    theme,
    siteName,
    photoOrigin: photoOrigin(c.env),
    path: url.pathname,
    rendered: serverRender(c, url, content, siteName),
  });
  c.header("Cache-Control", content.personal ? "private, no-store" : content.placed ? "private, no-cache" : "no-cache");
  c.header("Vary", "Cookie");
  if (content.status !== 200 || content.head.canonical === null) c.header("X-Robots-Tag", "noindex");
  return c.html(filled, content.status);
}

/** Server-renders the page, or its frame alone; returns "" if that fails, and the browser renders it. */
function serverRender(
  c: Ctx,
  { pathname, search }: URL,
  { serverRendered, boot }: PageContent,
  siteName: string,
): string {
  try {
    return renderPage({
      address: pathname + search,
      siteName,
      photoOrigin: photoOrigin(c.env),
      replies: boot,
      at: c.get("services").now(),
      frameOnly: !serverRendered,
    });
  } catch (error) {
    log("error", { message: "server rendering", path: pathname, error: errorText(error) });
    return "";
  }
}
