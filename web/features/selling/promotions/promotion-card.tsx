import { Eye, MousePointerClick } from "lucide-react";
import { Link } from "react-router-dom";
import type { PromotionView } from "#contract/selling/promotions";
import type { PromotionState } from "#domain/selling/promotions";
import { formatDollars } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { countLabel, formatDayRange, PLACEMENT_LABELS, ReachChart } from "../../ads/index.ts";

const STATE_LABELS: Record<PromotionState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  upcoming: { label: "Starts soon", tone: "wattleSoft" },
  stopped: { label: "Not shown", tone: "wattleSoft" },
  ended: { label: "Ended", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** One promotion: item, placement, dates and reach. */
export function PromotionCard({ promotion, onCancel }: { promotion: PromotionView; onCancel: () => void }) {
  const { item, state, impressions, clicks } = promotion;
  const { label, tone } = STATE_LABELS[state];
  return (
    <li>
      <article className="flex flex-wrap items-start gap-x-6 gap-y-4 py-5">
        <PhotoImg photo={item.image} alt="" sizes="80px" className="size-20 shrink-0 rounded-md" />
        <div className="min-w-0 flex-1 basis-52">
          <Badge tone={tone}>{label}</Badge>
          <h3 className="mt-1.5 font-semibold">
            <Link dir="auto" to={`/ItemDetail/${item.id}`} className="line-clamp-2 hover:underline">
              {item.title}
            </Link>
          </h3>
          <p className="text-muted">
            {PLACEMENT_LABELS[promotion.placement].label}, {formatDayRange(promotion.start_date, promotion.end_date)}
          </p>
          <p className="mt-0.5 text-sm text-muted">{money(promotion)}</p>
        </div>
        <div className="min-w-0 basis-64">
          {promotion.reach.length > 0 ? (
            <>
              <p className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
                <span className="inline-flex items-center gap-1.5">
                  <Eye className="size-4 text-muted" />
                  {countLabel(impressions, "impression")}
                </span>
                <span className="inline-flex items-center gap-1.5">
                  <MousePointerClick className="size-4 text-muted" />
                  {countLabel(clicks, "click")}
                  {impressions > 0 ? ` (${Math.round((clicks * 100) / impressions)}%)` : null}
                </span>
              </p>
              <ReachChart reach={promotion.reach} />
            </>
          ) : (
            <p className="text-sm text-muted">
              {state === "upcoming" ? "Views and clicks will show up here once it's running." : null}
            </p>
          )}
        </div>
        {promotion.can_cancel ? (
          <Button variant="secondary" size="sm" onClick={onCancel} aria-label={`Cancel the promotion of ${item.title}`}>
            Cancel
          </Button>
        ) : null}
      </article>
    </li>
  );
}

function money({ amount, refunded, state, item }: PromotionView): string {
  const paid = `${formatDollars(amount)} of ad credit`;
  if (refunded > 0) return `${paid}, ${formatDollars(refunded)} refunded`;
  if (state !== "stopped") return paid;
  return item.status === "sold" || item.status === "pending_payment"
    ? `${paid}. The item is no longer for sale, so we aren't showing it.`
    : `${paid}. Put the item back on sale to show it again.`;
}
