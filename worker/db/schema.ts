/** The whole schema as one namespace, for drizzle. Features import single modules from db/schema/. */

export * from "./schema/account.ts";
export * from "./schema/admin.ts";
export * from "./schema/checkout.ts";
export * from "./schema/crypto.ts";
export * from "./schema/direct-refunds.ts";
export * from "./schema/drafts.ts";
export * from "./schema/email-changes.ts";
export * from "./schema/failed-collections.ts";
export * from "./schema/items.ts";
export * from "./schema/messages.ts";
export * from "./schema/negotiations.ts";
export * from "./schema/notifications.ts";
export * from "./schema/orders.ts";
export * from "./schema/payments.ts";
export * from "./schema/promotions.ts";
export * from "./schema/requests.ts";
export * from "./schema/safety.ts";
export * from "./schema/selling.ts";
export * from "./schema/service.ts";
export * from "./schema/site-content.ts";
export * from "./schema/site-settings.ts";
export * from "./schema/status.ts";
export * from "./schema/stores.ts";
export * from "./schema/support.ts";
export * from "./schema/trades.ts";
export * from "./schema/wishlists.ts";
