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
          w800: { type: "string", format: "binary", description: "The same picture, 800 pixels wide." },
          w400: { type: "string", format: "binary", description: "The same picture, 400 pixels wide." },
        },
      },
    },
  },
  "POST /api/stripe/webhook": {
    "application/json": {
      schema: {
        type: "object",
        description: "An event of the provider, with its signature in the header Stripe-Signature.",
      },
    },
  },
};

/** Replies that are not JSON: status, description, media type. */
export const MEDIA: Readonly<Record<string, readonly [status: string, words: string, media?: string]>> = {
  "GET /api/auth/google": ["302", "To the provider, or back to the sign-in page."],
  "GET /api/auth/google/callback": ["303", "To the page the sign-in was for."],
  "GET /api/live": ["101", "A WebSocket: contract/user-live.ts."],
  "GET /api/items/:id/live": ["101", "A WebSocket: contract/live.ts."],
  "GET /api/admin/audit-log/export.csv": ["200", "A table.", "text/csv"],
  "GET /api/products/export.csv": ["200", "A table.", "text/csv"],
  "GET /api/products/template.csv": ["200", "A table.", "text/csv"],
  "GET /images/:name": ["200", "The picture.", "image/*"],
  "GET /api/orders/:id/calendar.ics": ["200", "An appointment.", "text/calendar"],
  "GET /api/openapi.json": ["200", "OpenAPI 3.1.", "application/json"],
  "GET /robots.txt": ["200", "Rules for crawlers.", "text/plain"],
  "GET /sitemap.xml": ["200", "The index of the site maps.", "application/xml"],
  "GET /sitemaps/:file": ["200", "One site map.", "application/xml"],
};

/** Summaries of routes without a comment. */
export const SUMMARIES: Readonly<Record<string, string>> = {
  "POST /api/auth/sign-in": "Signs in with e-mail address and password.",
  "GET /api/conversations/:id": "One's own conversation: the other person, the item, what is unread.",
  "GET /api/profile": "One's own profile, with what nobody else sees of it.",
  "POST /api/rpc/get_active_viewer_count": "How many people look at an item now.",
  "POST /api/rpc/get_active_negotiations_count": "How many people negotiate about an item now.",
  "POST /api/admin/ads": "Makes an advertisement.",
  "GET /api/admin/homepage": "The sections of the home page, as its editor shows them.",
  "GET /api/admin/users": "People, by search, role and standing.",
  "GET /api/admin/users/:id": "One person as staff see them: facts, strikes with their evidence, appeals.",
  "GET /api/admin/users/:id/orders": "One person's orders.",
  "POST /api/admin/users/:id/sign-out": "Signs a person out everywhere.",
  "GET /api/admin/audit-log": "What staff did, newest first.",
  "GET /api/bundles/:id": "One bundle with its items.",
  "GET /api/products/template.csv": "An empty table for the import of products.",
  "GET /api/store": "One's own store page.",
  "PUT /api/store": "Sets name, words and picture of one's store page.",
  "GET /api/business": "One's own business.",
  "GET /api/seller-hub": "A seller's figures, money and payout account.",
  "POST /api/seller-hub/payout-account/refresh": "Asks the provider how far the payout account is.",
  "GET /api/items/:id/checkout": "What the buyer who holds the item is to pay, and how.",
  "GET /api/cart": "What is in one's cart, with how long each thing is held.",
  "GET /api/cart/count": "How many things are in one's cart.",
  "GET /api/purchases/:id": "Several orders that were placed together.",
  "POST /api/blocks": "Blocks a person: neither can write to the other.",
  "DELETE /api/blocks/:user_id": "Takes a block back.",
  "GET /api/requests": "Wanted posts, or one's own.",
  "POST /api/requests": "Posts what one is looking for.",
  "GET /api/requests/:id": "One wanted post; to its author also what has been found.",
  "PATCH /api/requests/:id": "Changes or ends one's own wanted post.",
  "POST /api/requests/:id/offers": "Offers a listing of one's own to the author of a wanted post.",
  "GET /api/announcements": "What has been announced, newest first.",
  "GET /api/admin/announcements": "Every announcement, also drafts and ended ones.",
  "POST /api/admin/announcements": "Writes an announcement, as a draft or to be published.",
  "PATCH /api/admin/announcements/:id": "Changes, publishes or ends an announcement.",
  "DELETE /api/admin/announcements/:id": "Removes an announcement.",
  "GET /api/donations": "Things given away, also for a cause.",
  "GET /api/donations/mine": "One's own giveaways with their causes.",
  "PUT /api/donations/:id/cause": "Names the cause or charity a giveaway is for.",
  "DELETE /api/donations/:id/cause": "Takes the cause off a giveaway.",
  "GET /api/notifications/preferences": "How one wants to be told of what.",
  "PATCH /api/notifications/preferences": "Changes how one is told.",
  "DELETE /api/notifications/push/:id": "Ends push messages to one of one's browsers.",
  "GET /api/trades": "One's trades: incoming, outgoing or past.",
  "GET /api/trades/:id": "One trade, to its two parties.",
  "POST /api/trades/:id/decline": "Declines an offered trade.",
  "POST /api/trades/:id/withdraw": "Takes one's own offer of a trade back.",
  "POST /api/trades/:id/cancel": "Calls an accepted trade off.",
  "GET /api/special-offers/mine": "One's own special offers.",
  "POST /api/special-offers": "Makes a special offer on one's own items.",
  "DELETE /api/special-offers/:id": "Ends a special offer.",
  "GET /api/promotions": "One's own promotions with their reach.",
  "GET /api/admin/ai-settings": "The assistant's settings in force, and the versions before.",
  "GET /api/admin/site-settings": "The site's settings in force.",
  "GET /api/wish-lists": "One's wish lists.",
  "PATCH /api/wish-lists/:id": "Names a wish list anew.",
  "GET /api/saved-searches": "One's saved searches.",
  "PATCH /api/saved-searches/:id": "Names a saved search anew, or changes how often it tells.",
  "DELETE /api/saved-searches/:id": "Forgets a saved search.",
  "GET /api/payment-confirmations/count": "How many payments wait for one's confirmation.",
  "GET /robots.txt": "What crawlers may read.",
  "GET /sitemap.xml": "The index of the site maps.",
  "GET /sitemaps/:file": "One site map.",
};
