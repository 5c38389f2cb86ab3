import { Clock } from "lucide-react";
import { Link } from "react-router-dom";
import type { TradeView } from "#contract/trades";
import { formatAge } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { MessageButton } from "../messages/index.ts";
import { TradeActions } from "./trade-actions.tsx";
import { statusLabel, type Tone } from "./trade-labels.ts";
import { MeetingLines } from "./trade-meeting.tsx";
import { TradeSides } from "./trade-sides.tsx";

export const BADGE_TONES = {
  neutral: "neutral",
  brand: "brand",
  wattle: "wattleSoft",
  hot: "hotSoft",
} as const satisfies Record<Tone, string>;

function titleOf({ role, status, target, counterparty }: TradeView): string {
  const other = counterparty.display_name;
  if (status === "accepted") return `Your trade with ${other}: “${target.title}”`;
  return role === "seller" ? `${other} wants “${target.title}”` : `“${target.title}” from ${other}`;
}

/** One trade in the list: other party, both sides, expiry and actions. */
export function TradeCard({ trade, tab }: { trade: TradeView; tab: string }) {
  const { label, tone } = statusLabel(trade);
  const to = `/TradeOffers?tab=${tab}&id=${trade.id}`;
  return (
    <article className="py-6">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <Badge tone={BADGE_TONES[tone]}>{label}</Badge>
        <p className="text-sm text-muted">
          {trade.status === "proposed" && trade.expires_at !== null ? (
            <span className="inline-flex items-center gap-1.5">
              <Clock className="size-3.5" />
              <span>
                Ends in <Countdown until={trade.expires_at} ended="a moment" className="font-semibold" />
              </span>
            </span>
          ) : (
            formatAge(trade.updated_at, serverNow())
          )}
        </p>
      </div>
      <h2 className="mb-3.5 text-base font-semibold">
        <Link to={to} className="hover:underline">
          {titleOf(trade)}
        </Link>
      </h2>
      <TradeSides trade={trade} />
      {trade.status === "accepted" ? <MeetingLines trade={trade} /> : null}
      {trade.message ? (
        <p dir="auto" className="mt-3 line-clamp-2 break-words border-line border-l-3 pl-3 text-muted">
          {trade.message}
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <TradeActions trade={trade} size="sm" />
        {trade.status === "accepted" ? (
          <MessageButton itemId={trade.target.id} person={trade.counterparty} size="sm" />
        ) : null}
        <LinkButton to={to} variant="quiet" size="sm">
          View trade
          <span className="sr-only"> for {trade.target.title}</span>
        </LinkButton>
      </div>
    </article>
  );
}
