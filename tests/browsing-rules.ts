/**
 * Every rule of the browsing side (specification §2 Marketplace and Item detail, §4 interest, walkthrough and ads, §5
 * Marketplace filters, Ad display and Special offers, the rows of §9 that concern browsing), and the test that fails when
 * it is broken. `tests/unit/browsing-rules.test.ts` sees to it that each named test exists.
 */

/** A file below `tests/`, and the beginning of a test's name in it. */
type Proof = readonly [file: string, test: string];

export interface BrowsingRule {
  section: string;
  rule: string;
  proofs: readonly Proof[];
}

const rule = (section: string, text: string, ...proofs: Proof[]): BrowsingRule => ({ section, rule: text, proofs });

export const BROWSING_RULES: readonly BrowsingRule[] = [
  // §2 Marketplace
  rule("§2 Marketplace", "Search box", ["web/browsing-market.test.tsx", "words typed into the search are asked for"]),
  rule(
    "§2 Marketplace",
    "Sort selector",
    ["web/browsing-market.test.tsx", "the order can be chosen among six"],
    ["workerd/browsing-extras.test.ts", "all six orders differ"],
  ),
  rule(
    "§2 Marketplace",
    "Advanced filters: condition, price range, place in one's own words",
    ["web/browsing-market.test.tsx", "has every condition, a price from 0 to 10,000"],
    ["web/browsing-market.test.tsx", "applies all of it together"],
    ["workerd/items.test.ts", "filters by category and its aliases, condition, price and place"],
  ),
  rule("§2 Marketplace", "Banner", ["web/browsing-market.test.tsx", "there is the banner"]),
  rule(
    "§2 Marketplace",
    "Thirteen tabs with their titles",
    ["web/browsing-market.test.tsx", "there are thirteen tabs in the specified order"],
    ["e2e/marketplace.spec.ts", "thirteen tabs, each with its title"],
  ),
  rule("§2 Marketplace", "A tab lists all of its categories", [
    "workerd/item-tabs.test.ts",
    "lists all of them and nothing else",
  ]),
  rule(
    "§2 Marketplace",
    "Empty messages",
    ["web/marketplace.test.tsx", "say so when they are empty"],
    ["web/browsing-market.test.tsx", "say so when there are none"],
  ),
  rule(
    "§2 Marketplace",
    "Listings, bundles, ads and recently sold are mixed",
    ["web/marketplace.test.tsx", "has trending, bundles and recently sold between its rows"],
    ["workerd/browse.test.ts", "have bundles, the four last sold, trending items and both ads"],
  ),
  rule(
    "§2 Marketplace",
    "Seven items, then an ad block; a full-width ad after each full row",
    ["web/grid-plan.test.tsx", "puts an ad block after every seven items"],
    ["e2e/marketplace.spec.ts", "ads stand after the seventh card and after the row"],
  ),
  rule(
    "§2 Marketplace",
    "Placements local_deals and between_items",
    ["web/browsing-market.test.tsx", "have the ad of local_deals beside the seventh item"],
    ["workerd/browsing-extras.test.ts", "has the ad of the highest priority of each of its two placements"],
  ),
  rule("§2 Marketplace", "Eight skeleton cards while loading", [
    "web/browsing-market.test.tsx",
    "are eight grey cards",
  ]),
  rule(
    "§2 Marketplace",
    "A card: picture, discount badge, price, seller, city and suburb",
    ["web/item-card.test.tsx", "shows price, previous price, discount, place, condition and seller"],
    ["web/browsing-market.test.tsx", "whose picture does not load shows the placeholder"],
  ),
  rule(
    "§2 Marketplace",
    "Available in m:ss when another user holds it",
    ["web/item-card.test.tsx", "counts another person's hold down by the server's clock"],
    ["web/item-card.test.tsx", "shows no countdown against the holder"],
    ["e2e/live-hold.spec.ts", "the grid shows somebody else's hold as a countdown"],
  ),
  rule(
    "§2 Marketplace",
    "A card's dialog and its View Details button",
    ["web/marketplace.test.tsx", "shows the item at a glance and leads to its page and to the checkout"],
    ["web/marketplace.test.tsx", "stays closed where a new tab was asked for, and View Details"],
  ),
  rule("§2 Marketplace", "Sold flag", ["web/item-card.test.tsx", "veils what is sold"]),
  rule("§2 Marketplace", "Free badge", ["web/item-card.test.tsx", "says Free for a price of 0"]),
  rule("§2 Marketplace", "Handshake where Knowzee is available", [
    "web/item-card.test.tsx",
    "bears the handshake only where",
  ]),
  rule("§2 Marketplace", "Ad dialog titled Sponsored Content", [
    "web/ads.test.tsx",
    "opens a dialog titled Sponsored Content",
  ]),
  rule(
    "§2 Marketplace",
    "Bundle dialog with a buy button",
    ["web/marketplace.test.tsx", "open a bundle's dialog with its contents"],
    ["e2e/marketplace.spec.ts", "bundles: a dialog with what is in it"],
  ),
  rule(
    "§2 Marketplace",
    "Coming back from card checkout: alert, clean address; no success that only the address speaks of (D18)",
    ["web/marketplace.test.tsx", "after a cancelled payment says so and clears the address"],
    ["web/marketplace.test.tsx", "never claims a payment that only the address speaks of"],
    ["e2e/marketplace.spec.ts", "coming back from a cancelled payment"],
  ),
  rule("§2", "Unknown paths fall back to Home", [
    "e2e/home-store.spec.ts",
    "an unknown address answers 404 and shows Home",
  ]),
  rule("§2", "A floating add button on every page but Home", ["e2e/home-store.spec.ts", "the floating add button"]),

  // §2 Item detail
  rule(
    "§2 Item detail",
    "Gallery: swipe, thumbnails, full screen, keyboard",
    ["web/browsing-item.test.tsx", "turn by a swipe of 50 px and not of 49"],
    ["web/browsing-item.test.tsx", "have a thumbnail each"],
    ["web/browsing-item.test.tsx", "open over the whole screen by a press"],
    ["e2e/item-detail.spec.ts", "photos: keyboard, full-screen viewer"],
  ),
  rule("§2 Item detail", "Blob addresses are no photos", [
    "web/item-page.test.tsx",
    "addresses of some other page's own making",
  ]),
  rule(
    "§2 Item detail",
    "Share: native, else copied with the alert",
    ["web/item-page.test.tsx", "uses the device's own sheet"],
    ["web/item-page.test.tsx", "else copies the link with the specified alert"],
  ),
  rule("§2 Item detail", "Title, age, place, condition, price, previous price and percent off", [
    "web/item-page.test.tsx",
    "title, age, place, condition, price before and after",
  ]),
  rule("§2 Item detail", "Free badge at a price of 0", ["web/item-page.test.tsx", "a price of 0 is the Free badge"]),
  rule(
    "§2 Item detail",
    "Collection details, or Location TBA and Not set",
    ["web/item-page.test.tsx", "collection: when, in the zone of the place"],
    ["web/item-page.test.tsx", "collection without place and date says Location TBA and Not set"],
  ),
  rule("§2 Item detail", "Description clamped over 200 characters", [
    "web/item-page.test.tsx",
    "a description of 200 characters is shown whole, one of 201 is clamped",
  ]),
  rule("§2 Item detail", "Seller link, rating and count", ["web/item-page.test.tsx", "the seller leads to the store"]),
  rule(
    "§2 Item detail",
    "Knowzee only with a minimum price, else the specified words",
    ["web/item-page.test.tsx", "without it the page says the specified words"],
    ["workerd/browsing-extras.test.ts", "negotiation is offered exactly where a minimum price is set"],
  ),
  rule("§2 Item detail", "More from this Seller", ["workerd/browse.test.ts", "show six more of the seller"]),
  rule(
    "§2 Item detail",
    "Three rows of recommendations",
    ["web/item-page.test.tsx", "six from the seller and three rows of six"],
    ["web/item-page.test.tsx", "an empty row is not there"],
  ),
  rule("§2 Item detail", "Back to Marketplace", ["web/browsing-item.test.tsx", "leads back to the marketplace"]),
  rule("§2 Item detail", "The owner has no buy controls", [
    "web/item-page.test.tsx",
    "the owner edits: nothing to buy",
  ]),
  rule("§2 Item detail", "A missing item leads to the marketplace", [
    "e2e/item-detail.spec.ts",
    "an item that is not there",
  ]),
  rule("§2 Item detail", "Notify Me gives Coming Soon", [
    "web/item-page.test.tsx",
    "Notify Me gives the specified notice",
  ]),

  // §4
  rule(
    "§4 Item statuses",
    "Sold and pending_payment block; the toast Item Sold; a lapsed hold counts as available",
    ["web/buy-panel.test.tsx", "a sold item and one being paid for cannot"],
    ["web/buy-panel.test.tsx", "a held item cannot, until the hold's time has passed"],
    ["web/browsing-item.test.tsx", "says with the specified toast that the item was sold"],
  ),
  rule(
    "§4 Interest level",
    "From 5 high, from 2 medium, 1 low; high from ten views",
    ["unit/interest.test.ts", "follows the people looking and negotiating"],
    ["unit/interest.test.ts", "is high from ten views on"],
  ),
  rule(
    "§4 Interest level",
    "Presence is refreshed every 10 seconds",
    ["web/live-item.test.tsx", "the item is polled every 5 seconds and presence refreshed every 10"],
    ["workerd/room-live.test.ts", "counts one viewer per person or browser session"],
  ),
  rule(
    "§4 Walkthrough",
    "After 500 ms, unless completed or skipped",
    ["web/walkthrough.test.tsx", "half a second after the page has its content"],
    ["web/walkthrough.test.tsx", "not when this browser has it down as"],
  ),
  rule(
    "§4 Walkthrough",
    "Finish completes, closing skips; kept here and with the account",
    ["web/walkthrough.test.tsx", "Finish is completed"],
    ["web/walkthrough.test.tsx", "%s is skipped"],
    ["e2e/walkthrough.spec.ts", "the outcome goes with the account"],
  ),
  rule("§2 Walkthrough", "Six steps each, in order", ["web/walkthrough.test.tsx", "come in the specified order"]),
  rule(
    "§4 Ads",
    "An impression once at half visible; a click once",
    ["web/ads.test.tsx", "counts one impression after half of it was on screen"],
    ["web/ads.test.tsx", "counts one click"],
    ["workerd/ads.test.ts", "rise once per visitor"],
  ),

  // §5
  rule("§5 Marketplace filters", "Words in title, description or tags", [
    "workerd/items.test.ts",
    "finds words in title, description and tags",
  ]),
  rule(
    "§5 Marketplace filters",
    "Slider 0 to 10000 in steps of 50, 10,000+",
    ["web/browsing-market.test.tsx", "moves the price by 50 with an arrow key"],
    ["web/market-filters.test.tsx", "name the price range in words, with 10,000+"],
  ),
  rule("§5 Marketplace filters", "Six orders", ["workerd/items.test.ts", "orders and pages all six ways"]),
  rule("§5 Marketplace filters", "Debounced by 300 ms", ["web/search-box.test.tsx", "searches once, 300 ms after"]),
  rule(
    "§5 Ad display",
    "Active, by date, bounds inclusive and optional, highest priority",
    ["workerd/ads.test.ts", "is the running one of the highest priority"],
    ["workerd/ads.test.ts", "runs on its first and its last day"],
    ["workerd/ads.test.ts", "needs neither bound"],
    ["unit/browse-rules.test.ts", "before others of lower priority"],
  ),
  rule(
    "§5 Special offers",
    "Active, of the item, not ended",
    ["workerd/browse.test.ts", "put the best one on every card"],
    ["unit/browse-rules.test.ts", "run until the instant they end"],
  ),

  // §9
  rule("§9", "Reservation status poll: 5 seconds", [
    "web/item-card.test.tsx",
    "asks every 5 seconds for the cards on screen",
  ]),
  rule("§9", "Item detail status poll: 5 seconds", [
    "web/live-item.test.tsx",
    "a drop is noticed at once: one poll immediately",
  ]),
  rule("§9", "Reservation length: 10 minutes", ["unit/availability.test.ts", "lasts exactly ten minutes"]),
  rule("§9", "Bundles on the marketplace 20, recently sold 4", [
    "workerd/browsing-extras.test.ts",
    "is at most the twenty newest bundles",
  ]),
  rule("§9", "Carousels: 6 items", ["workerd/browse.test.ts", "have six places each"]),
  rule("§9", "Similar items: same category, 50% to 150%", [
    "workerd/browse.test.ts",
    "recommend the same category at half",
  ]),
  rule("§9", "Price carousel: 70% to 130%", ["workerd/browse.test.ts", "recommend any category at 70 to 130 percent"]),
  rule(
    "§9",
    "Trending: 7 days by views, above 0, top 12",
    ["workerd/browse.test.ts", "are those listed within seven days with views"],
    ["workerd/browse.test.ts", "are twelve unless asked otherwise"],
  ),
  rule("§9", "Special offers: 3 per item", ["workerd/browse.test.ts", "are the three newest of the item"]),
  rule("§9", "Gallery: swipe threshold 50 px", ["web/use-swipe.test.tsx", "of exactly 50 px counts"]),
  rule("§9", "Bundle item preview: 3", ["web/browsing-market.test.tsx", "draw three things of a bundle"]),
  rule("§9", "Toasts: one shown at a time", ["web/toast.test.tsx", "said before the toaster had loaded"]),
];
