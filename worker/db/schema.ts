/** The whole schema as one namespace, as drizzle wants it. Features import the aggregate they need from db/schema/. */
export * from "./schema/accounts.ts";
export * from "./schema/community.ts";
export * from "./schema/crypto.ts";
export * from "./schema/drafts.ts";
export * from "./schema/email-changes.ts";
export * from "./schema/giving.ts";
export * from "./schema/items.ts";
export * from "./schema/negotiations.ts";
export * from "./schema/notifications.ts";
export * from "./schema/orders.ts";
export * from "./schema/payments.ts";
export * from "./schema/promotions.ts";
export * from "./schema/purchases.ts";
export * from "./schema/safety.ts";
export * from "./schema/selling.ts";
export * from "./schema/standing.ts";
export * from "./schema/stores.ts";
