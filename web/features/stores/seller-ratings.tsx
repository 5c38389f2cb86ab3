import { useInfiniteQuery } from "@tanstack/react-query";
import type { PublicProfile } from "#contract/account/profiles";
import type { RatingsReply, RatingView } from "#contract/orders/ratings";
import { api, unwrap } from "../../lib/api-client.ts";
import { formatAge } from "../../lib/format.ts";
import { pages } from "../../lib/query-client.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { useSession } from "../../lib/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Section } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Rating } from "../../ui/rating.tsx";
import { Stars } from "../../ui/stars.tsx";
import { RatingReply } from "../orders/index.ts";
import { ReportButton } from "../safety/index.ts";
import { sellerName } from "./seller-label.ts";

const PAGE = "6";

/** Ratings of the seller. Left out when there are none or they fail to load. */
export function SellerRatings({ seller }: { seller: PublicProfile }) {
  const ratings = useInfiniteQuery({
    queryKey: ["ratings", "of", seller.id],
    ...pages(
      (cursor, init): Promise<RatingsReply> =>
        unwrap(api.api.ratings.$get({ query: { user: seller.id, limit: PAGE, ...cursor } }, init)),
    ),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const [first] = ratings.data?.pages ?? [];
  if (!first || first.items.length === 0) return null;
  return (
    <Section
      title="Ratings"
      className="mt-10"
      // Ratings of free items are shown, but their stars do not count (A103).
      actions={
        first.rating_count > 0 ? (
          <Rating average={first.average_rating} count={first.rating_count} className="text-muted" />
        ) : null
      }
    >
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {ratings.data?.pages.flatMap((page) =>
          page.items.map((rating) => <One key={rating.id} rating={rating} seller={seller} />),
        )}
      </ul>
      <LoadMore what="ratings" list={ratings} />
    </Section>
  );
}

function dealLabel({ role, traded }: RatingView): string {
  if (traded) return "Traded with them";
  return role === "buyer_rating_seller" ? "Bought from them" : "Sold to them";
}

function One({ rating, seller }: { rating: RatingView; seller: PublicProfile }) {
  const { user } = useSession();
  return (
    <li className="flex min-w-0 gap-3.5">
      <Avatar name={rating.by} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <span className="font-semibold">{rating.by}</span>
          <Stars score={rating.rating} />
        </p>
        <p className="text-sm text-muted">
          {dealLabel(rating)}, {formatAge(rating.created_at, serverNow())}
        </p>
        {rating.comment ? (
          <>
            <p dir="auto" className="mt-1.5 whitespace-pre-line break-words">
              {rating.comment}
            </p>
            {/* Only ratings with a comment can be reported. */}
            <ReportButton
              subject={{ type: "review", id: rating.id }}
              what={`the rating by ${rating.by}`}
              aria-label={`Report the rating by ${rating.by}`}
              className="-ml-3 text-muted!"
            >
              Report
            </ReportButton>
          </>
        ) : null}
        <RatingReply rating={rating} name={sellerName(seller)} isOwn={user?.id === seller.id} />
      </div>
    </li>
  );
}
