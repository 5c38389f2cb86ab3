import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PurchaseEmailPart } from "#domain/checkout/purchase-email";
import type { NotificationKind } from "#domain/notifications/notification-kinds";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";

export const advertisements = sqliteTable(
  "advertisements",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    description: text().notNull().default(""),
    image_url: text(),
    link_url: text(),
    placement: text({ enum: ["top_banner", "sidebar", "between_items", "bottom_banner", "local_deals"] }).notNull(),
    priority: integer().notNull().default(0),
    active: integer({ mode: "boolean" }).notNull().default(true),
    /** Calendar days "YYYY-MM-DD", inclusive, in Australia/Sydney. */
    start_date: text(),
    end_date: text(),
    impressions: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    owner_id: text().references(() => profiles.id),
    item_id: text(),
    created_at: integer().notNull(),
    /** Also the version; rises with every change by staff. */
    updated_at: integer().notNull().default(0),
    /** When staff ended it for good; the row stays for its statistics. */
    ended_at: integer(),
  },
  (t) => [
    // Ads of staff and promotions of sellers are listed separately.
    index("advertisements_editorial").on(t.created_at, t.id).where(sql`item_id IS NULL`),
    index("advertisements_promoted").on(t.created_at, t.id).where(sql`item_id IS NOT NULL`),
    index("advertisements_by_placement").on(t.placement, t.priority).where(sql`active = 1`),
    check("advertisements_clicks_within_impressions", sql`${t.clicks} <= ${t.impressions}`),
  ],
);

/** Impressions and clicks per viewer, to ignore repeats (D46). Deleted after two days. */
export const adEvents = sqliteTable(
  "ad_events",
  {
    ad_id: idOf(() => advertisements.id),
    kind: text({ enum: ["impression", "click"] }).notNull(),
    /** Account id, or `anon:` and the signed id from the visitor's cookie. */
    viewer: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ad_id, t.kind, t.viewer, t.at] }), index("ad_events_by_age").on(t.at)],
);

/** Running totals of the marketplace, updated by the triggers of `items`: `sold`, `listed:<category>`. */
export const marketCounts = sqliteTable("market_counts", {
  name: text().primaryKey(),
  count: integer().notNull().default(0),
});

export const homepageContent = sqliteTable("homepage_content", {
  id: text().primaryKey(),
  section: text().notNull(),
  position: integer().notNull().default(0),
  content: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
  active: integer({ mode: "boolean" }).notNull().default(true),
  updated_by: text().references(() => profiles.id),
  updated_at: integer().notNull(),
});

export const announcements = sqliteTable(
  "announcements",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    /** The text from the editor, and the sanitised HTML that is rendered from it on save. */
    source: text().notNull(),
    html: text().notNull(),
    author_id: idOf(() => profiles.id),
    published_at: integer(),
    ends_at: integer(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [index("announcements_published").on(t.published_at).where(sql`published_at IS NOT NULL`)],
);

/** Requests for wanted items (D49). */
export const requests = sqliteTable(
  "requests",
  {
    id: text().primaryKey(),
    user_id: idOf(() => profiles.id),
    title: text().notNull(),
    description: text().notNull().default(""),
    category: text(),
    max_price_cents: integer(),
    suburb: text(),
    city: text(),
    postcode: text(),
    /** Centroid of the suburb or postcode; null for an unknown place. */
    lat: real(),
    lon: real(),
    /** Radius in kilometres; null: anywhere. */
    within_km: integer(),
    status: text({ enum: ["open", "found", "closed"] })
      .notNull()
      .default("open"),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    index("requests_open").on(t.created_at, t.id).where(sql`status = 'open'`),
    index("requests_open_by_category").on(t.category, t.created_at, t.id).where(sql`status = 'open'`),
    index("requests_open_by_point").on(t.lat, t.lon).where(sql`status = 'open' AND lat IS NOT NULL`),
    index("requests_by_user").on(t.user_id),
    index("requests_by_user_and_date").on(t.user_id, t.created_at, t.id),
  ],
);

export const businesses = sqliteTable("businesses", {
  id: text().primaryKey(),
  owner_id: text()
    .notNull()
    .unique()
    .references(() => profiles.id),
  name: text().notNull(),
  abn: text(),
  description: text().notNull().default(""),
  website: text(),
  phone: text(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** One row with a fixed id. */
export const globalThemeSettings = sqliteTable(
  "global_theme_settings",
  {
    id: text().primaryKey(),
    theme_config: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    updated_by: text().references(() => profiles.id),
    updated_at: integer().notNull(),
  },
  (t) => [check("global_theme_settings_single", sql`${t.id} = 'global'`)],
);

/** Emails are queued here in the same batch as their cause; the transport then sends or stores them. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: text().primaryKey(),
    dedupe_key: text().notNull().unique(),
    to_address: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Orders of one purchase that this email is about, added by their rooms; null for any other email. */
    parts: text({ mode: "json" }).$type<PurchaseEmailPart[]>(),
    /** The person whose daily email this is; its text is written when it is sent. Null for any other email. */
    daily_for: text(),
    /** One-click unsubscribe address (RFC 8058); only for emails that users can turn off. */
    unsubscribe_url: text(),
    /** Kind of the notification whose text people wrote to each other; staff never read it (D98). Null for any other email. */
    private_kind: text().$type<NotificationKind>(),
    status: text({ enum: ["queued", "sent", "kept", "failed"] })
      .notNull()
      .default("queued"),
    attempts: integer().notNull().default(0),
    next_at: integer().notNull(),
    last_error: text(),
    created_at: integer().notNull(),
  },
  (t) => [
    index("mail_outbox_due").on(t.next_at).where(sql`status = 'queued'`),
    index("mail_outbox_by_date").on(t.created_at),
    // Emails whose text is still stored.
    index("mail_outbox_with_text").on(t.created_at).where(sql`to_address <> ''`),
    index("mail_outbox_failed").on(t.created_at, t.id).where(sql`status = 'failed'`),
  ],
);

/** Append-only record of what staff did (D34). Written only through db/audit-log.ts. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    actor_id: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    details: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    at: integer().notNull(),
  },
  (t) => [
    index("audit_log_by_subject").on(t.subject, t.at),
    index("audit_log_by_actor").on(t.actor_id, t.at),
    index("audit_log_by_action").on(t.action, t.at),
    index("audit_log_by_date").on(t.at),
  ],
);
