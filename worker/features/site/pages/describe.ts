/** Determines a page's content: reads what its address names, as the viewer may see it. */

import { ListItems } from "#contract/items";
import type { NearReply } from "#contract/places";
import type { DraftListReply } from "#contract/selling/drafts";
import { ID_PATTERN } from "#domain/ids";
import { listQueryOf } from "#domain/items/market-filters";
import { tabById } from "#domain/items/marketplace-tabs";
import { DRAFTS_PATH, HAS_SESSION, NEAR_PATH, replyKey, SESSION_PATH } from "#domain/site/embedded-replies";
import { isKnownPage, type Page, pageOf } from "#domain/site/pages";
import { markdownText } from "../../../adapters/markdown.ts";
import { verifyAccessToken } from "../../../http/access-token.ts";
import type { Actor, Ctx } from "../../../http/context.ts";
import { ensureMigrated } from "../../../http/migrations-applied.ts";
import { appOrigin } from "../../../http/origin.ts";
import { readAccessCookie, readSessionCookie } from "../../../http/session-cookies.ts";
import { presentSellerProfile } from "../../account/profiles/present.ts";
import { publicProfileRow } from "../../account/profiles/queries.ts";
import { findPublished } from "../../community/announcements/queries.ts";
import { listReply } from "../../items/list-reply.ts";
import { presentDetail, type RequestContext } from "../../items/present.ts";
import { findItem } from "../../items/queries.ts";
import { settledSession } from "../../orders/settle-on-load.ts";
import { nearOf } from "../../places/near-cookie.ts";
import { listDrafts } from "../../selling/drafts/queries.ts";
import { presentSale } from "../../selling/moving-sales/present.ts";
import { findSale } from "../../selling/moving-sales/queries.ts";
import { homeReply } from "../homepage/queries.ts";
import { type PolicyName, policyPage } from "../policies/queries.ts";
import {
  announcementPage,
  type EmbeddedList,
  homePage,
  itemPage,
  marketPage,
  missingPage,
  type PageContent,
  plainPage,
  publicPage,
  salePage,
  sellerPage,
} from "./content.ts";

interface PageViewer {
  actor: Actor | null;
  context: RequestContext;
  /** The request has a session, whether or not its access token is still valid. */
  signedIn: boolean;
}

/** Reads the viewer from the access token only. A page does not renew the session; the browser's first call does. */
async function pageViewerOf(c: Ctx): Promise<PageViewer> {
  const services = c.get("services");
  const token = readAccessCookie(c);
  const actor = token === undefined ? null : await verifyAccessToken(services, token);
  return {
    actor,
    context: { viewerId: actor?.id ?? null, now: services.now() },
    signedIn: actor !== null || readSessionCookie(c) !== null,
  };
}

/** Content when context fails, so that the page opens while the database is down. */
export function fallbackContent(pathname: string): PageContent {
  return isKnownPage(pathname) ? plainPage() : missingPage(404);
}

/** Returns the content of a page by its address. */
export async function describePage(c: Ctx, url: URL): Promise<PageContent> {
  const page = pageOf(url.pathname);
  if (page?.public === false) return describePrivate(c, page);
  const [content, session] = await Promise.all([
    page === null ? missingPage(404) : describePublic(c, url, page),
    sessionContent(c),
  ]);
  return withNear(c, {
    ...content,
    ...session,
    boot: { ...content.boot, ...session.boot },
    personal: content.personal || session.personal,
  });
}

/** The session and what follows from it for the page, so that the top bar is complete before any script runs. */
async function sessionContent(c: Ctx): Promise<Pick<PageContent, "boot" | "personal">> {
  const services = c.get("services");
  await ensureMigrated(services);
  const { actor, signedIn } = await pageViewerOf(c);
  // The browser's first call renews the session.
  if (signedIn && !actor) return { boot: { [HAS_SESSION]: true }, personal: true };
  return { boot: { [SESSION_PATH]: await settledSession(services, actor) }, personal: actor !== null };
}

/** Adds the visitor's place. A page without it, such as the app shell, leaves the question to the browser. */
function withNear(c: Ctx, content: PageContent): PageContent {
  const reply: NearReply = { near: nearOf(c) };
  return { ...content, boot: { ...content.boot, [NEAR_PATH]: reply }, placed: reply.near !== null };
}

function describePublic(c: Ctx, url: URL, page: Page): PageContent | Promise<PageContent> {
  const id = url.pathname.replace(/^\/+|\/+$/g, "").split("/")[1];
  switch (page.path) {
    case "":
    case "marketplace":
      return describeMarket(c, url, page.path === "");
    case "home":
      return describeHome(c);
    case "itemdetail":
      return describeItem(c, id ?? "");
    case "store":
    case "storefront":
      return id === undefined ? publicPage("Stores", "/Store") : describeSeller(c, id);
    case "movingsale":
      return describeSale(c, id ?? "");
    case "announcements":
      return id === undefined ? publicPage("Announcements", "/Announcements") : describeAnnouncement(c, id);
    case "donations":
      return publicPage("Donations", "/Donations");
    case "contact":
      return publicPage("Contact Us", "/Contact");
    case "privacy":
      return describePolicy(c, "privacy", "/Privacy");
    case "terms":
      return describePolicy(c, "terms", "/Terms");
    case "howwedecide":
      return describePolicy(c, "howwedecide", "/HowWeDecide");
    case "accessibility":
      return describePolicy(c, "accessibility", "/Accessibility");
    case "accounttypeselection":
      return publicPage("Become a seller", "/AccountTypeSelection");
    case "businesssignup":
      return publicPage("Sell as a business", "/BusinessSignup");
    default:
      return plainPage();
  }
}

/**
 * Describes a page that requires sign-in. It embeds the session, and for the listing form the drafts. The page is
 * personal and never cached.
 */
async function describePrivate(c: Ctx, { path }: Page): Promise<PageContent> {
  if (readSessionCookie(c) === null) return plainPage();
  const services = c.get("services");
  await ensureMigrated(services);
  const { actor } = await pageViewerOf(c);
  const [session, drafts] = await Promise.all([
    sessionContent(c),
    path === "additem" && actor && !actor.impersonatedBy ? listDrafts(services.db, actor.id) : null,
  ]);
  const listing = drafts && { [DRAFTS_PATH]: { items: drafts, server_now: services.now() } satisfies DraftListReply };
  return withNear(c, { ...plainPage(), ...session, boot: { ...session.boot, ...listing } });
}

async function describeMarket(c: Ctx, url: URL, home: boolean): Promise<PageContent> {
  await ensureMigrated(c.get("services"));
  const { context, signedIn } = await pageViewerOf(c);
  const param = (name: string) => url.searchParams.get(name);
  const list = await firstPage(c, param, context);
  const tab = tabById(param("tab") ?? param("category"));
  const page = { home, tab, searching: (param("q") ?? "").trim() !== "" };
  return { ...marketPage(appOrigin(c), page, list), personal: signedIn };
}

async function firstPage(
  c: Ctx,
  param: (name: string) => string | null,
  context: RequestContext,
): Promise<EmbeddedList | null> {
  const asked = listQueryOf(param, nearOf(c));
  const query = asked && ListItems.safeParse(asked);
  if (!asked || !query?.success) return null;
  const reply = await listReply(c.get("services"), query.data, context);
  return reply.ok ? { key: replyKey("/api/items", asked), reply: reply.value } : null;
}

/** Describes an item's page. 410 for a removed item, 404 for one that does not exist or is not public (D15). */
async function describeItem(c: Ctx, id: string): Promise<PageContent> {
  if (!ID_PATTERN.test(id)) return missingPage(404);
  await ensureMigrated(c.get("services"));
  const [row, { context, signedIn }] = await Promise.all([findItem(c.get("services").db, id), pageViewerOf(c)]);
  if (!row) return { ...missingPage(404), personal: signedIn };
  if (row.item.deleted_at !== null) return { ...missingPage(410), personal: signedIn };
  const owner = context.viewerId === row.item.seller_id;
  if (row.item.status === "inactive") return { ...(owner ? plainPage() : missingPage(404)), personal: signedIn };
  // The owner's reply has private fields, and an unverified session may be the owner's: neither is embedded in HTML.
  const embedded = !owner && (context.viewerId !== null || !signedIn);
  const key = embedded ? replyKey(`/api/items/${id}`) : null;
  return {
    ...itemPage(appOrigin(c), presentDetail(row, context), key, row.seller.account_type === "business"),
    personal: signedIn,
  };
}

async function describeHome(c: Ctx): Promise<PageContent> {
  await ensureMigrated(c.get("services"));
  const { context, signedIn } = await pageViewerOf(c);
  const view = await homeReply(c.get("services").db, nearOf(c), context);
  return { ...homePage(appOrigin(c), view, replyKey("/api/homepage")), personal: signedIn };
}

async function describeAnnouncement(c: Ctx, id: string): Promise<PageContent> {
  if (!ID_PATTERN.test(id)) return missingPage(404);
  await ensureMigrated(c.get("services"));
  const { db, now } = c.get("services");
  const row = await findPublished(db, id, now());
  return row ? announcementPage(row.title, markdownText(row.source), `/Announcements/${row.id}`) : missingPage(404);
}

async function describePolicy(c: Ctx, name: PolicyName, path: string): Promise<PageContent> {
  const services = c.get("services");
  await ensureMigrated(services);
  const policy = await policyPage(services, name);
  const boot = { [replyKey(`/api/policies/${name}`)]: policy };
  return { ...publicPage(policy.title, path), boot, serverRendered: true };
}

async function describeSale(c: Ctx, id: string): Promise<PageContent> {
  if (!ID_PATTERN.test(id)) return missingPage(404);
  await ensureMigrated(c.get("services"));
  const [row, { context, signedIn }] = await Promise.all([findSale(c.get("services").db, id), pageViewerOf(c)]);
  if (!row) return missingPage(404);
  const key = replyKey(`/api/moving-sales/${id}`);
  return { ...salePage(appOrigin(c), presentSale(row, context), key), personal: signedIn };
}

async function describeSeller(c: Ctx, id: string): Promise<PageContent> {
  if (!ID_PATTERN.test(id)) return missingPage(404);
  await ensureMigrated(c.get("services"));
  const { context, signedIn } = await pageViewerOf(c);
  const asked = { limit: "24", seller_id: id };
  const [row, list] = await Promise.all([
    publicProfileRow(c.get("services").db, id),
    listReply(c.get("services"), ListItems.parse(asked), context),
  ]);
  if (!row) return missingPage(404);
  const seller = presentSellerProfile(row, context.now);
  const boot = list.ok ? { key: replyKey("/api/items", asked), reply: list.value } : null;
  return { ...sellerPage(appOrigin(c), seller, replyKey(`/api/profiles/${id}`), boot), personal: signedIn };
}
