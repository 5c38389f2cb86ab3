/** Demo requests and announcements. Prices in dollars. */
import type { Category } from "#domain/items/catalogue";
import { dollarsToCents } from "#domain/money";
import { meaningfulWords } from "#domain/requests/request-match";
import { renderAnnouncement } from "../../worker/adapters/announcement-html.ts";
import { places } from "../places.ts";
import type { DemoUser } from "./people.ts";
import { demoId } from "./rows.ts";

const DAY = 24 * 3_600_000;

interface DemoRequest {
  title: string;
  description: string;
  category: Category;
  max: number | null;
  withinKm: number | null;
  /** Days since it was posted. */
  days: number;
}

/** One per author, in this order. */
const DEMO_REQUESTS: DemoRequest[] = [
  {
    title: "Cot mattress, standard size",
    description: "For a cousin's visit at Christmas. Clean and smoke-free, please. I can pick up any evening.",
    category: "furniture",
    max: 60,
    withinKm: 25,
    days: 1,
  },
  {
    title: "Beginner keyboard with stand",
    description: "61 keys or more. My daughter starts lessons in the new year.",
    category: "electronics",
    max: 150,
    withinKm: null,
    days: 2,
  },
  {
    title: "Year 9 maths textbook",
    description: "Any edition of the Australian curriculum. Notes in the margins welcome.",
    category: "books",
    max: 25,
    withinKm: 50,
    days: 3,
  },
  {
    title: "Terracotta pots, large",
    description: "Four or five for a balcony. Chips and moss are fine. They add character.",
    category: "home_garden",
    max: 80,
    withinKm: 10,
    days: 5,
  },
  {
    title: "Kids' wetsuit, size 10",
    description: "For the summer holidays. Short or long sleeves.",
    category: "sports",
    max: 40,
    withinKm: null,
    days: 8,
  },
];

interface DemoAnnouncement {
  title: string;
  source: string;
  days: number;
}

const DEMO_ANNOUNCEMENTS: DemoAnnouncement[] = [
  {
    title: "Swap instead of sell",
    source:
      "You can now offer your own items in return for someone else's. Open a listing, tap **Propose Trade** and choose what you'd swap.\n\n- Add up to $500 if yours is worth a little less.\n- Nothing is locked in until the other person accepts.\n- You both confirm once you've swapped.",
    days: 2,
  },
  {
    title: "Meeting safely",
    source:
      "Most pickups take 2 minutes. Here's how to keep them safe:\n\n1. Meet in daylight or somewhere with other people around.\n2. Check the item before you confirm you have it.\n3. Pay here, never by gift card or through a link someone sends you.\n\nIf something feels wrong, report it from the listing or the conversation.",
    days: 9,
  },
];

/** Returns one wanted post per author, and announcements by the administrator. */
export function communityRows({
  now,
  authors,
  adminId,
}: {
  now: number;
  authors: readonly DemoUser[];
  adminId: string;
}) {
  const requests = DEMO_REQUESTS.flatMap((post, index) => {
    const author = authors[index];
    if (!author) return [];
    const point = places.pointOfListing(author);
    return {
      id: demoId("req", post.title),
      user_id: author.id,
      title: post.title,
      description: post.description,
      category: post.category,
      max_price_cents: post.max === null ? null : dollarsToCents(post.max),
      suburb: author.suburb,
      city: author.city,
      postcode: author.postcode,
      lat: point?.lat ?? null,
      lon: point?.lon ?? null,
      within_km: post.withinKm,
      created_at: now - post.days * DAY,
      updated_at: now - post.days * DAY,
    };
  });
  return {
    requests,
    request_words: requests.flatMap((post) =>
      meaningfulWords(post.title).map((word) => ({ word, request_id: post.id })),
    ),
    announcements: DEMO_ANNOUNCEMENTS.map(({ title, source, days }) => ({
      id: demoId("ann", title),
      title,
      source,
      html: renderAnnouncement(source),
      author_id: adminId,
      published_at: now - days * DAY,
      created_at: now - days * DAY,
      updated_at: now - days * DAY,
    })),
  };
}
