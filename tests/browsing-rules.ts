/**
 * The rules of browsing (marketplace, item detail, interest, walkthrough, ads, offers and limits), each with the tests
 * that fail when it is broken. `tests/unit/browsing-rules.test.ts` checks that each named test exists.
 */

/** A file below `tests/`, and the title of a test in it, or its beginning. */
type Proof = readonly [file: string, test: string];

export interface BrowsingRule {
  section: string;
  rule: string;
  proofs: readonly Proof[];
}

const rule = (section: string, text: string, ...proofs: Proof[]): BrowsingRule => ({ section, rule: text, proofs });

export const BROWSING_RULES: readonly BrowsingRule[] = [
  rule("Marketplace", "Search box", [
    "web/browsing-market.test.tsx",
    "requests the search words once typing stops and keeps them in the address",
  ]),
  rule(
    "Marketplace",
    "Sort selector",
    ["web/browsing-market.test.tsx", "offers six sort orders, requests the chosen one and keeps it in the address"],
    ["workerd/marketplace-extras.test.ts", "are sorted in six different orders"],
  ),
  rule(
    "Marketplace",
    "Advanced filters: condition, price range, free-text place",
    [
      "web/browsing-market.test.tsx",
      "has every condition, common price limits with two inputs, and a free-text location",
    ],
    ["web/browsing-market.test.tsx", "applies all filters together, and each can be removed again"],
    ["workerd/items.test.ts", "filters by category and its aliases, condition, price and location"],
  ),
  rule("Marketplace", "Banner", ["web/browsing-market.test.tsx", "has a banner with the heading of the page"]),
  rule(
    "Marketplace",
    "Thirteen tabs with their titles",
    ["web/browsing-market.test.tsx", "has thirteen tabs in the specified order"],
    [
      "e2e/marketplace.spec.ts",
      "thirteen tabs work by arrow keys, each with its title and address, also after Back and a reload",
    ],
  ),
  rule("Marketplace", "A tab lists all of its categories", [
    "workerd/item-categories.test.ts",
    "lists exactly these categories, in any letter case and when repeated",
  ]),
  rule(
    "Marketplace",
    "Empty messages",
    ["web/marketplace.test.tsx", "show that they are empty"],
    ["web/browsing-market.test.tsx", "offers the way back to Other when it finds nothing"],
  ),
  rule(
    "Marketplace",
    "Listings, bundles, ads and recently sold are mixed",
    ["web/marketplace.test.tsx", "has sections between its rows, and an ad block and a wide ad after each full row"],
    ["workerd/browse.test.ts", "returns bundles, the four last sold items, trending items and both ads"],
  ),
  rule(
    "Marketplace",
    "Seven items, then an ad block; a full-width ad after each full row",
    ["web/grid-plan.test.tsx", "puts an ad block after every seven items and a full-width ad after each full row"],
    ["e2e/marketplace.spec.ts", "ads appear after the seventh card and after the row, and each counts once"],
  ),
  rule(
    "Marketplace",
    "Placements local_deals and between_items",
    [
      "web/browsing-market.test.tsx",
      "has the local_deals ad beside the seventh item and the between_items ad in a row below",
    ],
    [
      "workerd/marketplace-extras.test.ts",
      "returns the ad with the highest priority for each of its two placements, and no others",
    ],
  ),
  rule("Marketplace", "Eight skeleton cards while loading", [
    "web/browsing-market.test.tsx",
    "shows eight placeholder cards while it loads",
  ]),
  rule(
    "Marketplace",
    "A card: picture, discount badge, price, seller, city and suburb",
    [
      "web/item-card.test.tsx",
      "shows price, previous price, discount, place, condition and seller, and links to the item",
    ],
    ["web/browsing-market.test.tsx", "shows a placeholder without a picture or when the picture fails to load"],
  ),
  rule(
    "Marketplace",
    "Available in m:ss when another user holds it",
    ["web/item-card.test.tsx", "counts another buyer's hold down by the server's clock and removes it at the end"],
    ["web/item-card.test.tsx", "shows no countdown to the holder"],
    ["e2e/live-hold.spec.ts", "the grid shows another buyer's hold as a countdown, and a second buyer is refused"],
  ),
  rule(
    "Marketplace",
    "A card's dialog and its View Details button",
    ["web/marketplace.test.tsx", "shows the item and leads to its page and to the checkout"],
    ["web/marketplace.test.tsx", "does not open for a click with Ctrl, and View Details leads to the page"],
  ),
  rule("Marketplace", "Sold flag", ["web/item-card.test.tsx", "marks a sold item and hides its discount"]),
  rule("Marketplace", "Free badge", ["web/item-card.test.tsx", "shows Free for a price of 0"]),
  rule("Marketplace", "Handshake where Knowzee is available", [
    "web/item-card.test.tsx",
    'shows "Open to offers" only when Knowzee is available and the item can be bought',
  ]),
  rule("Marketplace", "Ad dialog titled Sponsored Content", [
    "web/ads.test.tsx",
    "opens a dialog titled Sponsored Content with a marked link (D13)",
  ]),
  rule(
    "Marketplace",
    "Bundle dialog with a buy button",
    ["web/marketplace.test.tsx", "open a bundle's dialog with items, saving and collection, and links to the items"],
    ["e2e/marketplace.spec.ts", "a bundle's dialog shows its items, the saving and the collection date"],
  ),
  rule(
    "Marketplace",
    "Return from card checkout: alert, clean address, and success only when the server confirms it (D18)",
    ["web/marketplace.test.tsx", "shows a cancelled payment and clears the address but not the filters"],
    ["web/marketplace.test.tsx", "never reports a payment as successful because of the address alone (D18)"],
    ["e2e/marketplace.spec.ts", "the return from a cancelled payment shows a notice and cleans the address"],
  ),
  rule("All pages", "Unknown paths fall back to Home", [
    "e2e/home-store.spec.ts",
    "an unknown address answers 404 and shows Home with a notice",
  ]),
  rule("All pages", "A floating add button on every page but Home", [
    "e2e/home-store.spec.ts",
    "the floating add button is on every page except Home and the page for unknown addresses",
  ]),

  rule(
    "Item detail",
    "Gallery: swipe, thumbnails, full screen, keyboard",
    ["web/browsing-item.test.tsx", "turns by a swipe of 50 px but not of 49, and stops at both ends"],
    ["web/browsing-item.test.tsx", "has a thumbnail for each photo, and none for a single photo"],
    ["web/browsing-item.test.tsx", "opens full screen on a press and closes on Escape"],
    ["e2e/item-detail.spec.ts", "photos open full screen by keyboard, and closing returns the focus"],
  ),
  rule("Item detail", "Blob addresses are not shown as photos", [
    "web/item-page.test.tsx",
    "ignore photos with a blob: address",
  ]),
  rule(
    "Item detail",
    "Share: native, else copied with the alert",
    ["web/item-page.test.tsx", "uses the device's share sheet where there is one"],
    ["web/item-page.test.tsx", "otherwise copies the link and shows a toast"],
  ),
  rule("Item detail", "Title, age, place, condition, price, previous price and percent off", [
    "web/item-page.test.tsx",
    "show title, age, place, condition, price, previous price and discount",
  ]),
  rule("Item detail", "Free badge at a price of 0", ["web/item-page.test.tsx", "show the Free badge for a price of 0"]),
  rule(
    "Item detail",
    "Collection details, or Location TBA and Not set",
    ["web/item-page.test.tsx", "show the collection date in the time zone of the place"],
    ["web/item-page.test.tsx", 'show "Location TBA" and "Not set" without place and date'],
  ),
  rule("Item detail", "Description clamped over 200 characters", [
    "web/item-page.test.tsx",
    "show a description of 200 characters whole",
  ]),
  rule("Item detail", "Seller link, rating and count", [
    "web/item-page.test.tsx",
    "link the seller to the store, with rating and count",
  ]),
  rule(
    "Item detail",
    "Knowzee only with a minimum price, else a notice",
    ["web/item-page.test.tsx", "shows that Knowzee is not available"],
    [
      "workerd/marketplace-extras.test.ts",
      "offer negotiation only with a minimum price, which stays private to the seller",
    ],
  ),
  rule("Item detail", "More from this Seller", [
    "workerd/browse.test.ts",
    "returns six more active items of the seller, newest first, without the item itself",
  ]),
  rule(
    "Item detail",
    "Three rows of recommendations",
    ["web/item-page.test.tsx", "show six of the seller and three rows of six, each with links"],
    ["web/item-page.test.tsx", "hide an empty row with its heading"],
  ),
  rule("Item detail", "Back to Marketplace", [
    "web/browsing-item.test.tsx",
    "links back to the marketplace, with the filters of the list it was opened from",
  ]),
  rule("Item detail", "The owner has no buy controls", [
    "web/item-page.test.tsx",
    "as owner can edit, and sees no Buy Now, Knowzee or Notify Me",
  ]),
  rule("Item detail", "A missing item leads to the marketplace", [
    "e2e/item-detail.spec.ts",
    "a deleted item answers 404 or 410 and leads to the marketplace",
  ]),
  rule("Item detail", "Notify Me gives Coming Soon", [
    "web/item-page.test.tsx",
    'show a "Coming Soon" toast for Notify Me',
  ]),

  rule(
    "Item statuses",
    "Sold and pending_payment block a purchase; the toast Item Sold; an expired hold counts as available",
    ["web/buy-panel.test.tsx", "shows the status instead of Buy Now for an item that is sold or being paid for"],
    ["web/buy-panel.test.tsx", "offers Buy Now when a hold ends, without a message from the server"],
    ["web/browsing-item.test.tsx", "shows the toast about a sale once and removes Buy Now"],
  ),
  rule(
    "Interest level",
    "From 5 high, from 2 medium, 1 low; high from ten views this week",
    ["unit/interest-level.test.ts", "follows the number of people viewing and negotiating: 1 low, 2 medium, 5 high"],
    ["unit/interest-level.test.ts", "is high from a popularity of ten this week on, even without current viewers"],
  ),
  rule(
    "Interest level",
    "Presence is refreshed every 10 seconds",
    ["web/live-item.test.tsx", "polls the item every 5 seconds and presence every 10, until a frame arrives"],
    [
      "workerd/room-live.test.ts",
      "the room counts one viewer per user or browser session for 30 seconds, without the owner and without bots",
    ],
  ),
  rule(
    "Walkthrough",
    "After 500 ms, unless completed or skipped",
    ["web/guided-tour.test.tsx", "comes half a second after the content of the page"],
    ["web/guided-tour.test.tsx", "does not happen when this browser has stored the tour as %s"],
  ),
  rule(
    "Walkthrough",
    "Finish completes, closing skips; stored in the browser and with the account",
    ["web/guided-tour.test.tsx", "by Finish is stored as completed in the browser and in the account"],
    ["web/guided-tour.test.tsx", "by %s is stored as skipped, at the first step and at the last"],
    [
      "e2e/guided-tours.spec.ts",
      "the outcome is stored in the account: another browser of the same user shows no tour",
    ],
  ),
  rule("Walkthrough", "Six steps each, in order", ["web/guided-tour.test.tsx", "come in the specified order"]),
  rule(
    "Ads",
    "One impression when half visible; one click",
    ["web/ads.test.tsx", "counts one impression once half of it was on screen for one second without a break"],
    ["web/ads.test.tsx", "counts one click, and only after its impression"],
    ["workerd/ads.test.ts", "count one impression per visitor and hour, and one click per visitor and day"],
  ),

  rule("Marketplace filters", "Words in title, description or tags", [
    "workerd/items.test.ts",
    "searches title, description and tags without accents, and matches a prefix of the last word",
  ]),
  rule(
    "Marketplace filters",
    "Price from 0 to 10,000+",
    ["web/browsing-market.test.tsx", "fills the inputs from a price limit, and treats 10,000 as no limit"],
    ["web/market-filters.test.tsx", "label the price range, with 10,000+ at its end"],
  ),
  rule("Marketplace filters", "Six orders", [
    "workerd/items.test.ts",
    "sorts and pages in all six orders without gaps or repeats, also among equal keys",
  ]),
  rule("Marketplace filters", "Debounced by 300 ms", [
    "web/search-box.test.tsx",
    "searches once, 300 ms after the last key press",
  ]),
  rule(
    "Ad display",
    "Active, by date, bounds inclusive and optional, highest priority",
    ["workerd/ads.test.ts", "returns the running ad with the highest priority for each placement, or null"],
    ["workerd/ads.test.ts", "shows an ad from its first to its last day in Sydney time"],
    ["workerd/ads.test.ts", "shows ads without a start date, an end date or both"],
    ["unit/browse-rules.test.ts", "are chosen by priority, then oldest first, then by id, for any input order"],
  ),
  rule(
    "Special offers",
    "Active, of the item, not ended",
    ["workerd/browse.test.ts", "show the best running one on every card, with either name of the percentage field"],
    ["unit/browse-rules.test.ts", "run until the instant they end"],
  ),

  rule("Limits", "Reservation status poll: 5 seconds", [
    "web/item-card.test.tsx",
    "asks every 10 seconds while nobody holds an item on screen, and every 5 seconds from then on",
  ]),
  rule("Limits", "Item detail status poll: 5 seconds", [
    "web/live-item.test.tsx",
    "polls at once after the socket drops, then every 5 seconds",
  ]),
  rule("Limits", "Reservation length", [
    "unit/availability.test.ts",
    "holds the item for the default length at its current price, under a higher fencing token",
  ]),
  rule("Limits", "Bundles on the marketplace 20, recently sold 4", [
    "workerd/marketplace-extras.test.ts",
    "returns at most the twenty newest bundles, twelve trending items and four sold items",
  ]),
  rule("Limits", "Carousels: 6 items", [
    "workerd/browse.test.ts",
    "returns at most six in each row, from both sides of the price",
  ]),
  rule("Limits", "Similar items: same category, 50% to 150%", [
    "workerd/browse.test.ts",
    "recommends the same category at 50 to 150 percent of the price, nearest first",
  ]),
  rule("Limits", "Price carousel: 70% to 130%", [
    "workerd/browse.test.ts",
    "recommends any category at 70 to 130 percent of the price, other categories first",
  ]),
  rule(
    "Limits",
    "Trending: 7 days by views, above 0, top 12",
    ["workerd/browse.test.ts", "returns the active items of the last seven days that have views, most viewed first"],
    ["workerd/browse.test.ts", "returns twelve by default, also when all were listed on one day"],
  ),
  rule("Limits", "Special offers: 3 per item", [
    "workerd/browse.test.ts",
    "are the three newest running offers that a purchase can apply",
  ]),
  rule("Limits", "Gallery: swipe threshold 50 px", [
    "web/use-swipe.test.tsx",
    "counts exactly 50 px, and ignores a mostly vertical swipe",
  ]),
  rule("Limits", "Bundle item preview: 3", [
    "web/browsing-market.test.tsx",
    "shows three items of a bundle and counts the rest",
  ]),
  rule("Limits", "Toasts: one shown at a time", [
    "web/toast.test.tsx",
    "shows toasts from before it had loaded, one at a time, the newest in front",
  ]),
];
