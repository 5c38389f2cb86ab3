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
    "words typed into the search are asked for and kept in the address",
  ]),
  rule(
    "Marketplace",
    "Sort selector",
    ["web/browsing-market.test.tsx", "the order can be chosen among six, is asked for and kept in the address"],
    ["workerd/browsing-extras.test.ts", "all six orders differ, so that none stands in for another"],
  ),
  rule(
    "Marketplace",
    "Advanced filters: condition, price range, free-text place",
    [
      "web/browsing-market.test.tsx",
      "has every condition, a price from 0 to 10,000 and over in steps of 50, and a place in one's own words",
    ],
    ["web/browsing-market.test.tsx", "applies all of it together, asks for it, and each can be taken off again"],
    ["workerd/items.test.ts", "filters by category and its aliases, condition, price and place"],
  ),
  rule("Marketplace", "Banner", [
    "web/browsing-market.test.tsx",
    "there is the banner, with the page's name for itself",
  ]),
  rule(
    "Marketplace",
    "Thirteen tabs with their titles",
    ["web/browsing-market.test.tsx", "there are thirteen tabs in the specified order"],
    ["e2e/marketplace.spec.ts", "thirteen tabs, each with its title, by arrow keys, in the address and back again"],
  ),
  rule("Marketplace", "A tab lists all of its categories", [
    "workerd/item-tabs.test.ts",
    "lists all of them and nothing else, aliases and repeats included",
  ]),
  rule(
    "Marketplace",
    "Empty messages",
    ["web/marketplace.test.tsx", "say so when they are empty, and offer Retry when they did not load"],
    ["web/browsing-market.test.tsx", "say so when there are none, with the way back to all of Other"],
  ),
  rule(
    "Marketplace",
    "Listings, bundles, ads and recently sold are mixed",
    [
      "web/marketplace.test.tsx",
      "has trending, bundles and recently sold between its rows, and an ad block and a wide ad after each full row",
    ],
    ["workerd/browse.test.ts", "have bundles, the four last sold, trending items and both ads"],
  ),
  rule(
    "Marketplace",
    "Seven items, then an ad block; a full-width ad after each full row",
    ["web/grid-plan.test.tsx", "puts an ad block after every seven items and a full-width ad after each full row"],
    ["e2e/marketplace.spec.ts", "ads stand after the seventh card and after the row, and count once"],
  ),
  rule(
    "Marketplace",
    "Placements local_deals and between_items",
    [
      "web/browsing-market.test.tsx",
      "have the ad of local_deals beside the seventh item and that of between_items across the page below",
    ],
    [
      "workerd/browsing-extras.test.ts",
      "has the ad of the highest priority of each of its two placements, and of no other",
    ],
  ),
  rule("Marketplace", "Eight skeleton cards while loading", [
    "web/browsing-market.test.tsx",
    "are eight grey cards until they are there",
  ]),
  rule(
    "Marketplace",
    "A card: picture, discount badge, price, seller, city and suburb",
    [
      "web/item-card.test.tsx",
      "shows price, previous price, discount, place, condition and seller, and leads to the item's page",
    ],
    ["web/browsing-market.test.tsx", "whose picture does not load shows the placeholder, and so does one without"],
  ),
  rule(
    "Marketplace",
    "Available in m:ss when another user holds it",
    ["web/item-card.test.tsx", "counts another person's hold down by the server's clock and drops it when it is over"],
    ["web/item-card.test.tsx", "shows no countdown against the holder"],
    [
      "e2e/live-hold.spec.ts",
      "the grid shows somebody else's hold as a countdown, and a second buyer is refused with the specified text",
    ],
  ),
  rule(
    "Marketplace",
    "A card's dialog and its View Details button",
    ["web/marketplace.test.tsx", "shows the item at a glance and leads to its page and to the checkout"],
    ["web/marketplace.test.tsx", "stays closed where a new tab was asked for, and View Details goes to the page"],
  ),
  rule("Marketplace", "Sold flag", ["web/item-card.test.tsx", "veils what is sold and takes the discount off"]),
  rule("Marketplace", "Free badge", ["web/item-card.test.tsx", "says Free for a price of 0"]),
  rule("Marketplace", "Handshake where Knowzee is available", [
    "web/item-card.test.tsx",
    "bears the handshake only where Knowzee is available and the item can be bought",
  ]),
  rule("Marketplace", "Ad dialog titled Sponsored Content", [
    "web/ads.test.tsx",
    "opens a dialog titled Sponsored Content with a link that says it is one (D13)",
  ]),
  rule(
    "Marketplace",
    "Bundle dialog with a buy button",
    [
      "web/marketplace.test.tsx",
      "open a bundle's dialog with its contents, savings and collection, each thing a way to its page",
    ],
    [
      "e2e/marketplace.spec.ts",
      "bundles: a dialog with what is in it, what it saves, and no promise that cannot be kept",
    ],
  ),
  rule(
    "Marketplace",
    "Return from card checkout: alert, clean address, and success only when the server confirms it (D18)",
    ["web/marketplace.test.tsx", "after a cancelled payment says so and clears the address, filters kept"],
    ["web/marketplace.test.tsx", "never claims a payment that only the address speaks of (D18)"],
    ["e2e/marketplace.spec.ts", "coming back from a cancelled payment says so and leaves no trace in the address"],
  ),
  rule("All pages", "Unknown paths fall back to Home", [
    "e2e/home-store.spec.ts",
    "an unknown address answers 404 and shows Home with a word about it",
  ]),
  rule("All pages", "A floating add button on every page but Home", [
    "e2e/home-store.spec.ts",
    "the floating add button is on every page but Home, and not on what stands in for a missing page",
  ]),

  rule(
    "Item detail",
    "Gallery: swipe, thumbnails, full screen, keyboard",
    ["web/browsing-item.test.tsx", "turn by a swipe of 50 px and not of 49, and end at their ends"],
    ["web/browsing-item.test.tsx", "have a thumbnail each, which shows its own, and none when there is only one"],
    ["web/browsing-item.test.tsx", "open over the whole screen by a press, and Escape closes them"],
    ["e2e/item-detail.spec.ts", "photos: keyboard, full-screen viewer, focus back where it was"],
  ),
  rule("Item detail", "Blob addresses are not shown as photos", [
    "web/item-page.test.tsx",
    "addresses of some other page's own making are no photos",
  ]),
  rule(
    "Item detail",
    "Share: native, else copied with the alert",
    ["web/item-page.test.tsx", "uses the device's own sheet where there is one"],
    ["web/item-page.test.tsx", "else copies the link with the specified alert"],
  ),
  rule("Item detail", "Title, age, place, condition, price, previous price and percent off", [
    "web/item-page.test.tsx",
    "title, age, place, condition, price before and after, and the discount",
  ]),
  rule("Item detail", "Free badge at a price of 0", ["web/item-page.test.tsx", "a price of 0 is the Free badge"]),
  rule(
    "Item detail",
    "Collection details, or Location TBA and Not set",
    [
      "web/item-page.test.tsx",
      "collection: when, in the zone of the place, or the specified words for what is not known",
    ],
    ["web/item-page.test.tsx", "collection without place and date says Location TBA and Not set"],
  ),
  rule("Item detail", "Description clamped over 200 characters", [
    "web/item-page.test.tsx",
    "a description of 200 characters is shown whole, one of 201 is clamped until asked for",
  ]),
  rule("Item detail", "Seller link, rating and count", [
    "web/item-page.test.tsx",
    "the seller leads to the store, with rating and count",
  ]),
  rule(
    "Item detail",
    "Knowzee only with a minimum price, else a notice",
    ["web/item-page.test.tsx", "without it the page says the specified words"],
    [
      "workerd/browsing-extras.test.ts",
      "negotiation is offered exactly where a minimum price is set, and the minimum stays with the seller",
    ],
  ),
  rule("Item detail", "More from this Seller", [
    "workerd/browse.test.ts",
    "show six more of the seller, newest first, never the item itself nor what is off sale",
  ]),
  rule(
    "Item detail",
    "Three rows of recommendations",
    ["web/item-page.test.tsx", "six from the seller and three rows of six, each leading on"],
    ["web/item-page.test.tsx", "an empty row is not there, nor its heading"],
  ),
  rule("Item detail", "Back to Marketplace", [
    "web/browsing-item.test.tsx",
    "leads back to the marketplace, and to the very list one came from",
  ]),
  rule("Item detail", "The owner has no buy controls", [
    "web/item-page.test.tsx",
    "the owner edits: nothing to buy, to bargain or to be notified of",
  ]),
  rule("Item detail", "A missing item leads to the marketplace", [
    "e2e/item-detail.spec.ts",
    "an item that is not there leads to the marketplace, and says so to machines",
  ]),
  rule("Item detail", "Notify Me gives Coming Soon", [
    "web/item-page.test.tsx",
    "Notify Me gives the specified notice",
  ]),

  rule(
    "Item statuses",
    "Sold and pending_payment block a purchase; the toast Item Sold; an expired hold counts as available",
    ["web/buy-panel.test.tsx", "a sold item and one being paid for cannot, and say so"],
    [
      "web/buy-panel.test.tsx",
      "a held item cannot, until the hold's time has passed — without anybody telling the page",
    ],
    [
      "web/browsing-item.test.tsx",
      "says with the specified toast that the item was sold, once, and takes the buying away",
    ],
  ),
  rule(
    "Interest level",
    "From 5 high, from 2 medium, 1 low; high from ten views",
    ["unit/interest.test.ts", "follows the number of people viewing and negotiating: 1 low, 2 medium, 5 high"],
    ["unit/interest.test.ts", "is high from ten views on, even when nobody is viewing now"],
  ),
  rule(
    "Interest level",
    "Presence is refreshed every 10 seconds",
    [
      "web/live-item.test.tsx",
      "the item is polled every 5 seconds and presence refreshed every 10, until a frame arrives",
    ],
    [
      "workerd/room-live.test.ts",
      "counts one viewer per person or browser session, without the owner, and forgets them after 30 seconds",
    ],
  ),
  rule(
    "Walkthrough",
    "After 500 ms, unless completed or skipped",
    ["web/walkthrough.test.tsx", "half a second after the page has its content, not sooner"],
    ["web/walkthrough.test.tsx", "not when this browser has it down as %s"],
  ),
  rule(
    "Walkthrough",
    "Finish completes, closing skips; stored in the browser and with the account",
    ["web/walkthrough.test.tsx", "Finish is completed: kept here, and with the account of who is signed in"],
    ["web/walkthrough.test.tsx", "%s is skipped, at the first step and at the last"],
    ["e2e/walkthrough.spec.ts", "the outcome goes with the account: another browser of the same person shows no tour"],
  ),
  rule("Walkthrough", "Six steps each, in order", ["web/walkthrough.test.tsx", "come in the specified order"]),
  rule(
    "Ads",
    "One impression when half visible; one click",
    ["web/ads.test.tsx", "counts one impression after half of it was on screen for a second without a break"],
    ["web/ads.test.tsx", "counts one click, and never before the impression the service wants first"],
    [
      "workerd/ads.test.ts",
      "rise once per visitor and hour for having been seen, once per day for having been followed",
    ],
  ),

  rule("Marketplace filters", "Words in title, description or tags", [
    "workerd/items.test.ts",
    "finds words in title, description and tags, accents aside, the last one while it is being typed",
  ]),
  rule(
    "Marketplace filters",
    "Slider 0 to 10000 in steps of 50, 10,000+",
    ["web/browsing-market.test.tsx", "moves the price by 50 with an arrow key, and 10,000 is no bound"],
    ["web/market-filters.test.tsx", "name the price range in words, with 10,000+ at the last stop"],
  ),
  rule("Marketplace filters", "Six orders", [
    "workerd/items.test.ts",
    "orders and pages all six ways without skipping or repeating, equal keys included",
  ]),
  rule("Marketplace filters", "Debounced by 300 ms", [
    "web/search-box.test.tsx",
    "searches once, 300 ms after the last letter",
  ]),
  rule(
    "Ad display",
    "Active, by date, bounds inclusive and optional, highest priority",
    ["workerd/ads.test.ts", "is the running one of the highest priority, and null where none runs"],
    ["workerd/ads.test.ts", "runs on its first and its last day in Sydney, and neither before nor after"],
    ["workerd/ads.test.ts", "needs neither bound"],
    ["unit/browse-rules.test.ts", "are chosen by priority, then oldest first, then by id, whatever the input order"],
  ),
  rule(
    "Special offers",
    "Active, of the item, not ended",
    ["workerd/browse.test.ts", "put the best one on every card, under either name of the number, until they end"],
    ["unit/browse-rules.test.ts", "run until the instant they end"],
  ),

  rule("Limits", "Reservation status poll: 5 seconds", [
    "web/item-card.test.tsx",
    "asks every 5 seconds for the cards on screen and changes the card",
  ]),
  rule("Limits", "Item detail status poll: 5 seconds", [
    "web/live-item.test.tsx",
    "a drop is noticed at once: one poll immediately, then every 5 seconds",
  ]),
  rule("Limits", "Reservation length: 10 minutes", [
    "unit/availability.test.ts",
    "holds the item for ten minutes at its current price, under a higher fencing token",
  ]),
  rule("Limits", "Bundles on the marketplace 20, recently sold 4", [
    "workerd/browsing-extras.test.ts",
    "is at most the twenty newest bundles, twelve trending items and four sold ones",
  ]),
  rule("Limits", "Carousels: 6 items", [
    "workerd/browse.test.ts",
    "have six places each, filled from both sides of the price",
  ]),
  rule("Limits", "Similar items: same category, 50% to 150%", [
    "workerd/browse.test.ts",
    "recommend the same category at half to one and a half times the price, nearest first",
  ]),
  rule("Limits", "Price carousel: 70% to 130%", [
    "workerd/browse.test.ts",
    "recommend any category at 70 to 130 percent of the price, those not shown above first",
  ]),
  rule(
    "Limits",
    "Trending: 7 days by views, above 0, top 12",
    ["workerd/browse.test.ts", "are those listed within seven days with views, most viewed first, and nothing else"],
    [
      "workerd/browse.test.ts",
      "are twelve unless asked otherwise, the best of the whole week even when one day has them all",
    ],
  ),
  rule("Limits", "Special offers: 3 per item", [
    "workerd/browse.test.ts",
    "are the three newest of the item that run and that a purchase really applies",
  ]),
  rule("Limits", "Gallery: swipe threshold 50 px", [
    "web/use-swipe.test.tsx",
    "of exactly 50 px counts, and a mostly vertical one does not",
  ]),
  rule("Limits", "Bundle item preview: 3", [
    "web/browsing-market.test.tsx",
    "draw three things of a bundle and count the rest",
  ]),
  rule("Limits", "Toasts: one shown at a time", [
    "web/toast.test.tsx",
    "said before the toaster had loaded are shown once it has; one at a time, the newest in front",
  ]),
];
