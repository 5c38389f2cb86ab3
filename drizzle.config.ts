import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./worker/db/schema/accounts.ts",
    "./worker/db/schema/items.ts",
    "./worker/db/schema/orders.ts",
    "./worker/db/schema/negotiations.ts",
    "./worker/db/schema/selling.ts",
    "./worker/db/schema/standing.ts",
    "./worker/db/schema/payments.ts",
    "./worker/db/schema/purchases.ts",
    "./worker/db/schema/stores.ts",
    "./worker/db/schema/email-changes.ts",
    "./worker/db/schema/community.ts",
    "./worker/db/schema/promotions.ts",
    "./worker/db/schema/crypto.ts",
    "./worker/db/schema/drafts.ts",
    "./worker/db/schema/giving.ts",
    "./worker/db/schema/safety.ts",
    "./worker/db/schema/notifications.ts",
    "./worker/db/schema/trades.ts",
    "./worker/db/schema/wishes.ts",
    "./worker/db/schema/conversations.ts",
  ],
  out: "./migrations",
  breakpoints: true,
});
