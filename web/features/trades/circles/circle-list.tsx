import { Clock, Repeat } from "lucide-react";
import { Link } from "react-router-dom";
import type { CircleView } from "#contract/trades/circles";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { LoadMore } from "../../../ui/load-more.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { BADGE_TONES } from "../trade-card.tsx";
import { useCircles } from "./api.ts";
import { CircleActions } from "./circle-actions.tsx";
import { CircleDiagram } from "./circle-diagram.tsx";
import { circleLabel, legsOf } from "./circle-labels.ts";
import { CircleLegs } from "./circle-legs.tsx";

/** The viewer's swap circles, newest first. */
export function CircleList() {
  const circles = useCircles();
  if (!circles.data) {
    return (
      <QueryState query={circles} what="swap circles" title="Your swap circles didn't load" className="grid gap-4 pt-6">
        <Skeleton className="h-52" />
      </QueryState>
    );
  }
  const items = circles.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Repeat className="size-7" />}
        title="No swap circles yet"
        description="Save items you'd swap for. When three people's wishes fit together, we'll offer all of you a circle."
        action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
      />
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {items.map((circle) => (
          <li key={circle.id}>
            <CircleCard circle={circle} />
          </li>
        ))}
      </ul>
      <LoadMore what="circles" list={circles} />
    </>
  );
}

/** One circle in the list: drawing, who gives what to whom, expiry and actions. */
function CircleCard({ circle }: { circle: CircleView }) {
  const { label, tone } = circleLabel(circle);
  const { give, get } = legsOf(circle);
  const to = `/TradeOffers?circle=${circle.id}`;
  return (
    <article className="py-6">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <Badge tone={BADGE_TONES[tone]}>{label}</Badge>
        <p className="text-sm text-muted">
          {circle.expires_at === null ? (
            formatAge(circle.updated_at, serverNow())
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <Clock className="size-3.5" />
              <span>
                Ends in <Countdown until={circle.expires_at} ended="a moment" className="font-semibold" />
              </span>
            </span>
          )}
        </p>
      </div>
      <h2 className="mb-3.5 text-base font-semibold">
        <Link to={to} className="hover:underline">
          {`Your “${give.item.title}” for “${get.item.title}”`}
        </Link>
      </h2>
      <div className="grid items-center gap-4 sm:grid-cols-2">
        <CircleDiagram circle={circle} />
        <CircleLegs circle={circle} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <CircleActions circle={circle} size="sm" />
        <LinkButton to={to} variant="quiet" size="sm">
          View circle
          <span className="sr-only"> for {get.item.title}</span>
        </LinkButton>
      </div>
    </article>
  );
}
