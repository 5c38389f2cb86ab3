import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#contract/orders";
import type { DealRatings, RatingView } from "#contract/ratings";
import { api, unwrap } from "../../lib/api-client.ts";
import { formatAge } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Panel, Section } from "../../ui/layout.tsx";
import { RateButton } from "../../ui/rate-button.tsx";
import { Stars } from "../../ui/stars.tsx";

const ratingsKey = (orderId: string) => ["ratings", "deal", orderId] as const;

/** After completion: what the two said of each other, and the reader's own rating while it is still to come (D43). */
export function OrderRatings({ order }: { order: OrderView }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ratingsKey(order.id),
    queryFn: ({ signal }): Promise<DealRatings> =>
      unwrap(api.api.ratings.deal.$get({ query: { order_id: order.id } }, { init: { signal } })),
    enabled: order.status === "completed",
    staleTime: 60_000,
  });
  if (!data || (!data.can_rate && !data.given && !data.received)) return null;
  const other = order.counterparty.display_name;
  const rates = order.role === "buyer" ? "seller" : "buyer";
  return (
    <Section title="Rating">
      <div className="grid gap-3">
        {data.can_rate || data.given ? (
          <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            {data.given ? (
              <GivenRating title={`You rated ${other}`} rating={data.given} />
            ) : (
              <p className="min-w-0 flex-1 basis-52">
                <span className="font-semibold">How was it with {other}?</span>
                <span className="block text-sm text-muted">
                  Your rating helps the next {rates === "seller" ? "buyer" : "seller"} decide.
                </span>
              </p>
            )}
            <RateButton
              rated={data.given !== null}
              rates={rates}
              orderId={order.id}
              person={other}
              itemTitle={order.item.title}
              variant="primary"
              onRated={() => void client.invalidateQueries({ queryKey: ["ratings"] })}
            />
          </Panel>
        ) : null}
        {data.received ? (
          <Panel>
            <GivenRating title={`${other} rated you`} rating={data.received} />
          </Panel>
        ) : null}
      </div>
    </Section>
  );
}

function GivenRating({ title, rating }: { title: string; rating: RatingView }) {
  return (
    <div className="min-w-0 flex-1 basis-52">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{title}</span>
        <Stars score={rating.rating} />
        <span className="text-sm text-muted">{formatAge(rating.created_at, serverNow())}</span>
      </p>
      {rating.comment ? <p className="mt-1 whitespace-pre-line break-words">{rating.comment}</p> : null}
    </div>
  );
}
