/** Demo requests and announcements. */
import { DAY_MS } from "#domain/deadlines";
import { dollarsToCents } from "#domain/money";
import { pick } from "#domain/pick";
import { meaningfulWords } from "#domain/requests/request-match";
import { renderMarkdown } from "../../worker/adapters/markdown.ts";
import { places } from "../places.ts";
import { DEMO_ANNOUNCEMENTS, DEMO_REQUESTS } from "./catalogue.ts";
import type { DemoUser } from "./people.ts";
import { demoId } from "./rows.ts";

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
      ...pick(post, "title", "description", "category"),
      max_price_cents: post.max === null ? null : dollarsToCents(post.max),
      ...pick(author, "suburb", "city", "postcode"),
      lat: point?.lat ?? null,
      lon: point?.lon ?? null,
      within_km: post.withinKm,
      created_at: now - post.days * DAY_MS,
      updated_at: now - post.days * DAY_MS,
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
      html: renderMarkdown(source),
      author_id: adminId,
      published_at: now - days * DAY_MS,
      created_at: now - days * DAY_MS,
      updated_at: now - days * DAY_MS,
    })),
  };
}
