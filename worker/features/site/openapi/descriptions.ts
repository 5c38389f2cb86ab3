/**
 * Parts of the OpenAPI document that neither router nor schema nor comment provides, by method and path. A test fails
 * on unused entries.
 */

/** Bodies without a schema: files, and payloads that a provider signs byte by byte. By media type. */
export const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  "POST /api/images": {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["original"],
        properties: {
          original: { type: "string", format: "binary", description: "JPEG, PNG or WebP." },
          w800: { type: "string", format: "binary", description: "The same image, 800 pixels wide." },
          w400: { type: "string", format: "binary", description: "The same image, 400 pixels wide." },
        },
      },
    },
  },
  "POST /api/stripe/webhook": {
    "application/json": {
      schema: {
        type: "object",
        description: "A Stripe event, signed in the header Stripe-Signature.",
      },
    },
  },
};

/** Replies that are not JSON: status, description, media type. */
export const NON_JSON_REPLIES: Readonly<Record<string, readonly [status: string, words: string, media?: string]>> = {
  "GET /api/auth/google": ["302", "Redirect to the provider, or back to the sign-in page."],
  "GET /api/auth/google/callback": ["303", "Redirect to the requested page."],
  "GET /api/live": ["101", "WebSocket with the messages of contract/account/user-live.ts."],
  "GET /api/items/:id/live": ["101", "WebSocket with the messages of contract/holds/live.ts."],
  "GET /api/admin/audit-log/export.csv": ["200", "CSV file.", "text/csv"],
  "GET /api/products/export.csv": ["200", "CSV file.", "text/csv"],
  "GET /api/products/template.csv": ["200", "CSV file.", "text/csv"],
  "GET /images/:name": ["200", "Image.", "image/*"],
  "GET /api/orders/:id/calendar.ics": ["200", "Calendar entry.", "text/calendar"],
  "GET /api/openapi.json": ["200", "OpenAPI 3.1 document.", "application/json"],
  "GET /robots.txt": ["200", "Rules for crawlers.", "text/plain"],
  "GET /sitemap.xml": ["200", "Sitemap index.", "application/xml"],
  "GET /sitemaps/:file": ["200", "Sitemap.", "application/xml"],
};

/** Summaries of routes without a comment. */
export const SUMMARIES: Readonly<Record<string, string>> = {
  "POST /api/auth/sign-in": "Sign in with email address and password.",
  "GET /api/conversations/:id":
    "Get one of the signed-in user's message threads: the other user, the item and the number of unread messages.",
  "GET /api/profile": "Get the signed-in user's own profile, including its private fields.",
  "POST /api/rpc/get_active_viewer_count": "Get the number of users viewing an item now.",
  "POST /api/rpc/get_active_negotiations_count": "Get the number of open negotiations about an item.",
  "POST /api/admin/ads": "Create an advertisement.",
  "GET /api/admin/homepage": "Get the sections of the home page for its editor.",
  "GET /api/admin/users": "List users, filtered by search, role and account status.",
  "GET /api/admin/users/:id": "Get a user for staff: facts, strikes with their evidence, and appeals.",
  "GET /api/admin/users/:id/orders": "List a user's orders.",
  "POST /api/admin/users/:id/sign-out": "End all sessions of a user.",
  "GET /api/admin/audit-log": "List the actions of staff, newest first.",
  "GET /api/bundles/:id": "Get a bundle with its items.",
  "GET /api/products/template.csv": "Download an example CSV file for the product import.",
  "GET /api/store": "Get the signed-in seller's store page.",
  "PUT /api/store": "Save name, description and banner of the signed-in seller's store page.",
  "GET /api/business": "Get the signed-in user's business.",
  "GET /api/seller-hub": "Get the signed-in seller's figures, proceeds and payout account.",
  "POST /api/seller-hub/payout-account/refresh": "Read the state of the payout account from the provider.",
  "GET /api/items/:id/checkout": "Get the amount and payment methods for the buyer who holds the item.",
  "GET /api/cart": "Get the items in the signed-in user's cart, with the end of each hold.",
  "GET /api/cart/count": "Get the number of items in the signed-in user's cart.",
  "GET /api/purchases/:id": "Get a purchase of several orders that were placed together.",
  "POST /api/blocks": "Block a user: neither can write to the other.",
  "DELETE /api/blocks/:user_id": "Remove a block.",
  "GET /api/requests": "List wanted posts, or the signed-in user's own.",
  "POST /api/requests": "Create a wanted post.",
  "GET /api/requests/:id": "Get a wanted post. Its author also gets the matching listings.",
  "PATCH /api/requests/:id": "Change or close one of the signed-in user's wanted posts.",
  "POST /api/requests/:id/offers": "Offer one of the signed-in user's listings to the author of a wanted post.",
  "GET /api/announcements": "List published announcements, newest first.",
  "GET /api/admin/announcements": "List all announcements, including drafts and ended ones.",
  "POST /api/admin/announcements": "Create an announcement, as a draft or with a time of publication.",
  "PATCH /api/admin/announcements/:id": "Change, publish or end an announcement.",
  "DELETE /api/admin/announcements/:id": "Delete an announcement.",
  "GET /api/donations": "List free items, optionally those with a cause.",
  "GET /api/donations/mine": "List the signed-in user's free items with their causes.",
  "PUT /api/donations/:id/cause": "Set the cause or charity of a giveaway.",
  "DELETE /api/donations/:id/cause": "Remove the cause of a giveaway.",
  "GET /api/notifications/preferences": "Get the signed-in user's notification preferences.",
  "PATCH /api/notifications/preferences": "Change the signed-in user's notification preferences.",
  "DELETE /api/notifications/push/:id": "Unsubscribe one of the signed-in user's browsers from push notifications.",
  "GET /api/trades": "List the signed-in user's trades: incoming, outgoing or past.",
  "GET /api/trades/:id": "Get one trade, for its two parties.",
  "POST /api/trades/:id/decline": "Decline a proposed trade.",
  "POST /api/trades/:id/withdraw": "Withdraw the signed-in user's own trade proposal.",
  "POST /api/trades/:id/cancel": "Cancel an accepted trade.",
  "GET /api/special-offers/mine": "List the signed-in seller's special offers.",
  "POST /api/special-offers": "Create a special offer on the signed-in seller's items.",
  "DELETE /api/special-offers/:id": "Delete a special offer.",
  "GET /api/promotions": "List the signed-in seller's promotions with their reach.",
  "GET /api/admin/ai-settings": "Get the Knowzee settings in force and earlier versions.",
  "GET /api/admin/site-settings": "Get the site settings in force and earlier versions.",
  "GET /api/wish-lists": "List the signed-in user's wish lists.",
  "PATCH /api/wish-lists/:id": "Rename a wish list.",
  "GET /api/saved-searches": "List the signed-in user's saved searches.",
  "PATCH /api/saved-searches/:id": "Rename a saved search, or change how often it notifies.",
  "DELETE /api/saved-searches/:id": "Delete a saved search.",
  "GET /api/payment-confirmations/count":
    "Get the number of payments that wait for the signed-in seller's confirmation.",
  "GET /robots.txt": "Get the rules for crawlers.",
  "GET /sitemap.xml": "Get the index of the sitemaps.",
  "GET /sitemaps/:file": "Get one sitemap.",
};
