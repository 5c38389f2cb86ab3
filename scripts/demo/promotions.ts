/** Demo bundles, special offers, ads and home page texts. Prices in dollars. */
import type { AdPlacement } from "#domain/ads/ads";
import { dollarsToCents } from "#domain/money";
import type { OfferType } from "#domain/selling/special-offers";
import { collectionTime } from "./collection-time.ts";
import type { DemoUser } from "./people.ts";
import type { Pictures } from "./pictures.ts";
import { demoId, type Row } from "./rows.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Titles of the listings in each bundle; all listings of a bundle get the same seller. */
export const DEMO_BUNDLES: { title: string; description: string; price: number; parts: string[] }[] = [
  {
    title: "Home office starter",
    description:
      "Everything for your desk except the desk. It was set up in my study until last week, and you can try it before you buy.",
    price: 490,
    parts: ["Desktop PC with 24-inch monitor", "Wireless ergonomic mouse", "Mechanical keyboard, brown switches"],
  },
  {
    title: "Games night in a box",
    description:
      "The console, the board games and the puzzles. We're moving overseas and want it all to go to one home.",
    price: 345,
    parts: ["Game console with two controllers", "Board game bundle, six games", "1,000-piece puzzles, set of three"],
  },
  {
    title: "Trail weekend kit",
    description: "Pack, boots and a compass that has never been lost. Ready for the Overland Track or the dog park.",
    price: 165,
    parts: ["40-litre travel backpack", "Hiking boots, men's 10", "Brass pocket compass"],
  },
  {
    title: "First kitchen",
    description: "For your first place: a pan that lasts a lifetime, a teapot, and baskets for everything else.",
    price: 99,
    parts: ["Stoneware teapot, 1 litre", "Cast-iron pan, 28 cm, seasoned", "Woven storage baskets, two"],
  },
  {
    title: "Backyard summer",
    description: "Cricket, badminton and a ball. Our kids have moved on to phones. Save yours while you can.",
    price: 120,
    parts: ["Cricket set: bat, pads, helmet", "Backyard badminton set with net", "Match soccer ball, size 5"],
  },
  {
    title: "Rainy-day toys",
    description: "Four great toys and not a battery between them. Clean, complete and loved.",
    price: 89,
    parts: [
      "Big teddy bear, 60 cm",
      "Hand-painted nesting dolls, seven",
      "Delta kite with 50 m line",
      "Wooden yo-yo collection, five pieces",
    ],
  },
];

interface DemoOffer {
  title: string;
  description: string;
  type: OfferType;
  config: Record<string, unknown>;
  /** Days until it ends; without, it does not end. */
  days?: number;
}

/** One per seller, for the seller's first listings. */
const DEMO_OFFERS: DemoOffer[] = [
  {
    title: "Moving out, moving on",
    description: "We hand back the keys at the end of the month, so everything is marked down.",
    type: "percentage_off",
    config: { percentage: 20 },
    days: 12,
  },
  {
    title: "Spring clear-out",
    description: "We want to park in the garage again.",
    type: "percentage_off",
    config: { discount_percentage: 15 },
    days: 20,
  },
  {
    title: "Neighbours' discount",
    description: "Pick up on foot or by bike and save. Honestly, everyone gets it.",
    type: "percentage_off",
    config: { percentage: 10 },
  },
  {
    title: "Last week of the lease",
    description: "Anything left on Sunday goes to the op shop.",
    type: "percentage_off",
    config: { percentage: 25 },
    days: 5,
  },
  {
    title: "Ten years on this street",
    description: "A small thank-you to the suburb.",
    type: "percentage_off",
    config: { percentage: 12.5 },
    days: 30,
  },
  {
    title: "Declutter challenge",
    description: "We're clearing out one item a day until summer.",
    type: "percentage_off",
    config: { discount_percentage: 30 },
    days: 9,
  },
  {
    title: "Two for the shelf",
    description: "Buy 2, get 1 free.",
    type: "bogo",
    config: { buy_quantity: 2, get_quantity: 1 },
  },
  {
    title: "Take three, save ten",
    description: "$10 off when you take 3 or more.",
    type: "bulk_discount",
    config: { min_quantity: 3, discount_type: "dollar", discount_amount: 10 },
  },
  {
    title: "Three are company",
    description: "Buy all three, save 15%.",
    type: "bulk_discount",
    config: { min_quantity: 3, discount_percentage: 15 },
    days: 25,
  },
];

interface DemoAd {
  placement: AdPlacement;
  title: string;
  description: string;
  picture: string;
  link: string;
  priority: number;
}

/** Invented businesses; every link stays on the marketplace. */
const DEMO_ADS: DemoAd[] = [
  {
    placement: "local_deals",
    title: "Two Wheels Workshop, Brunswick",
    description: "Bought a bike on Goodstreet? Bring it in for a free safety check this month, no booking needed.",
    picture: "bicycle-2.webp",
    link: "/Marketplace?tab=sports",
    priority: 20,
  },
  {
    placement: "local_deals",
    title: "Corner Leaf Nursery",
    description: "Pots, potting mix and advice. Come and swap cuttings on Saturday mornings.",
    picture: "potted-plant-1.webp",
    link: "/Marketplace?tab=home",
    priority: 10,
  },
  {
    placement: "between_items",
    title: "Van and a strong pair of hands",
    description: "We move sofas, beds and pianos across the city, from $45 a trip. We'll fit in with the seller.",
    picture: "couch-and-lamp-2.webp",
    link: "/Marketplace?tab=furniture",
    priority: 15,
  },
  {
    placement: "top_banner",
    title: "Repair café, first Sunday of the month",
    description: "Bring what's broken, leave with it working. Community hall, 10 am to 2 pm.",
    picture: "toolbox-2.webp",
    link: "/Marketplace?tab=electronics",
    priority: 10,
  },
  {
    placement: "bottom_banner",
    title: "Strings & Things music lessons",
    description: "Found a guitar? We'll teach you to play it. First lesson half price for Goodstreet buyers.",
    picture: "guitar-1.webp",
    link: "/Marketplace?q=guitar",
    priority: 10,
  },
  {
    placement: "sidebar",
    title: "Second Shelf Books",
    description: "We buy the books you've read. Store credit or cash, open 7 days.",
    picture: "books-1.webp",
    link: "/Marketplace?tab=books",
    priority: 10,
  },
];

/** Home page texts as an editor would write them; without these rows the page shows its defaults. */
const DEMO_HOMEPAGE: { section: string; content: Record<string, unknown> }[] = [
  {
    section: "hero",
    content: {
      title: "Good things, close to home",
      text: "Second-hand finds, fair swaps and freebies from people a few streets away. Hold an item while you decide, pay when you're sure and pick it up in person.",
      primary: { label: "Browse the marketplace", href: "/Marketplace" },
      secondary: { label: "Sell something", href: "/AddItem" },
    },
  },
  {
    section: "steps",
    content: {
      title: "How it works",
      points: [
        {
          title: "Find it nearby",
          text: "Search by keyword, price and distance. Once an item sells, it's gone from the list.",
        },
        {
          title: "Hold it",
          text: "Tap Buy Now and we'll hold it while you check out. No one else can buy it in the meantime.",
        },
        { title: "Pick it up", text: "Pay, then meet the seller. You'll see the address 24 hours before pickup." },
      ],
    },
  },
  {
    section: "text",
    content: {
      title: "Kept in use, kept out of landfill",
      text: "Every second-hand chair is one that didn't have to be made. Sell yours at a fair price, or give it away.",
      link: { label: "See what's free", href: "/Marketplace?max_price=0" },
    },
  },
  {
    section: "callout",
    content: {
      title: "Something gathering dust?",
      text: "Listing is free and takes 2 minutes.",
      link: { label: "List an item", href: "/AddItem" },
    },
  },
];

function bundleRows(now: number, items: readonly Row[], sellers: readonly DemoUser[]) {
  const bundles: Row[] = [];
  const bundle_items: Row[] = [];
  for (const [index, bundle] of DEMO_BUNDLES.entries()) {
    const id = demoId("bdl", bundle.title);
    const seller = sellers[index] as DemoUser;
    const parts = items.filter((item) => bundle.parts.includes(String(item.title)));
    bundles.push({
      id,
      seller_id: seller.id,
      title: bundle.title,
      description: bundle.description,
      bundle_price_cents: dollarsToCents(bundle.price) ?? 0,
      individual_total_cents: parts.reduce((sum, item) => sum + Number(item.price_cents), 0),
      collection_date: collectionTime(now + (3 + index) * DAY, seller.zone, index),
      collection_address: parts[0]?.collection_address ?? null,
      created_at: now - (index + 1) * 7 * HOUR,
      updated_at: now - (index + 1) * 7 * HOUR,
    });
    bundle_items.push(...parts.map((item) => ({ bundle_id: id, item_id: item.id ?? "" })));
  }
  return { bundles, bundle_items };
}

/** Returns the offers; each covers its seller's first three active listings. */
function offerRows(now: number, items: readonly Row[], sellers: readonly DemoUser[]) {
  const special_offers: Row[] = [];
  const special_offer_items: Row[] = [];
  for (const [index, offer] of DEMO_OFFERS.entries()) {
    const id = demoId("ofr", offer.title);
    const sellerId = sellers[DEMO_BUNDLES.length + index]?.id ?? "";
    const covered = items
      .filter((item) => item.seller_id === sellerId && item.status === "active" && Number(item.price_cents) > 0)
      .slice(0, 3);
    special_offers.push({
      id,
      seller_id: sellerId,
      title: offer.title,
      description: offer.description,
      offer_type: offer.type,
      config: JSON.stringify(offer.config),
      ends_at: offer.days === undefined ? null : now + offer.days * DAY,
      created_at: now - (index + 1) * 11 * HOUR,
    });
    special_offer_items.push(...covered.map((item) => ({ offer_id: id, item_id: item.id ?? "" })));
  }
  return { special_offers, special_offer_items };
}

/** Returns bundles, offers, ads and home page texts for these listings. */
export function promotionRows(
  now: number,
  { items, sellers, pictures }: { items: readonly Row[]; sellers: readonly DemoUser[]; pictures: Pictures },
) {
  return {
    ...bundleRows(now, items, sellers),
    ...offerRows(now, items, sellers),
    advertisements: DEMO_ADS.map((ad) => ({
      id: demoId("adv", ad.title),
      title: ad.title,
      description: ad.description,
      image_url: pictures.get(ad.picture).photo.url_800,
      link_url: ad.link,
      placement: ad.placement,
      priority: ad.priority,
      created_at: now - 3 * DAY,
    })),
    homepage_content: DEMO_HOMEPAGE.map(({ section, content }, position) => ({
      id: `home-${position}-${section}`,
      section,
      position,
      content: JSON.stringify(content),
      updated_at: now,
    })),
  };
}
