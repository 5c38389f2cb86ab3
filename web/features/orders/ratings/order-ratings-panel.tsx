import { useQuery, useQueryClient } from "@tanstack/react-query";
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import type { RatingView } from "#contract/orders/ratings";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatAge, formatDay } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Panel, Section } from "../../../ui/layout.tsx";
import { Stars } from "../../../ui/stars.tsx";
import { RateButton } from "./rate-button.tsx";
import { RatingReply } from "./rating-reply.tsx";

interface DealRatingsProps {
  /** The completed order; null while there is nothing to rate. */
  deal: string | null;
  /** The other party's display name, and their role. */
  person: string;
  rates: "buyer" | "seller";
  itemTitle?: string;
  /** A swap, which has no buyer and seller. */
  trade?: boolean;
}

/**
 * Ratings of a completed order: what each party said, and a form while the viewer has not rated. A rating stays hidden
 * until both have rated, or 14 days have passed (D43).
 */
export function OrderRatingsPanel({ deal, person, rates, itemTitle, trade = false }: DealRatingsProps) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["ratings", "deal", deal],
    queryFn: ({ signal }) =>
      unwrap(api.api.ratings.deal.$get({ query: { order_id: deal ?? "" } }, { init: { signal } })),
    enabled: deal !== null,
    staleTime: 60_000,
  });
  if (deal === null || !data || (!data.can_rate && !data.given && !data.received)) return null;
  const until = data.visible_from === null ? null : formatDay(data.visible_from);
  return (
    <Section title="Rating">
      <div className="grid gap-3">
        {data.can_rate || data.given ? (
          <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            {data.given ? (
              <GivenRating
                title={`You rated ${person}`}
                rating={data.given}
                hidden={until === null ? null : `Hidden until ${person} rates you too, or until ${until}.`}
              >
                <RatingReply rating={data.given} name={person} isOwn={false} />
              </GivenRating>
            ) : (
              <p className="min-w-0 flex-1 basis-52">
                <span className="font-semibold">
                  {data.received_hidden ? `${person} has rated you` : `How did it go with ${person}?`}
                </span>
                <span className="block text-sm text-muted">
                  {data.received_hidden
                    ? `Rate them too to see it now. Otherwise you'll see it on ${until}.`
                    : `Your rating helps the next ${trade ? "person" : rates === "seller" ? "buyer" : "seller"} decide.`}
                </span>
              </p>
            )}
            <RateButton
              rated={data.given !== null}
              rates={rates}
              orderId={deal}
              person={person}
              trade={trade}
              variant="primary"
              onRated={() => void client.invalidateQueries({ queryKey: ["ratings"] })}
              {...(itemTitle === undefined ? {} : { itemTitle })}
            />
          </Panel>
        ) : null}
        {data.received ? (
          <Panel>
            <GivenRating title={`${person} rated you`} rating={data.received}>
              <RatingReply rating={data.received} name={person} isOwn />
            </GivenRating>
          </Panel>
        ) : null}
      </div>
    </Section>
  );
}

interface GivenRatingProps {
  title: string;
  rating: RatingView;
  /** Why nobody else sees it yet; null once it is visible. */
  hidden?: string | null;
  children: ReactNode;
}

function GivenRating({ title, rating, hidden = null, children }: GivenRatingProps) {
  return (
    <div className="min-w-0 flex-1 basis-52">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{title}</span>
        <Stars score={rating.rating} />
        <span className="text-sm text-muted">{formatAge(rating.created_at, serverNow())}</span>
      </p>
      {rating.comment ? (
        <p dir="auto" className="mt-1 whitespace-pre-line break-words">
          {rating.comment}
        </p>
      ) : null}
      {hidden === null ? null : (
        <p className="mt-1 flex gap-1.5 text-sm text-muted">
          <EyeOff className="mt-0.5 size-4 shrink-0" />
          {hidden}
        </p>
      )}
      {children}
    </div>
  );
}
