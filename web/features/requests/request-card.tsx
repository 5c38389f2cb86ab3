import { MapPin } from "lucide-react";
import { Link } from "react-router-dom";
import type { RequestView } from "#contract/requests";
import { formatAge } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { CategoryChip } from "../items/index.ts";

import { placeLabel, priceLabel, STATUS_LABELS } from "./request-labels.ts";

/** A wanted post in the list; the whole card is a link. */
export function RequestCard({ request, now }: { request: RequestView; now: number }) {
  const { id, title, description, category, max_price, author, yours, status, matches, created_at } = request;
  return (
    <li className="relative flex min-w-0 flex-col rounded-lg bg-surface p-5 transition-colors duration-150 hover:bg-brand-soft has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="brand">{priceLabel(max_price)}</Badge>
        {category ? <CategoryChip category={category} /> : null}
        {yours && status !== "open" ? <Badge tone="ink">{STATUS_LABELS[status]}</Badge> : null}
        {yours && matches > 0 ? <Badge tone="wattle">{matches === 1 ? "1 match" : `${matches} matches`}</Badge> : null}
      </div>
      <h2 className="mt-3 line-clamp-2 text-lg font-bold">
        <Link dir="auto" to={`/Requests/${id}`} className="outline-none after:absolute after:inset-0">
          {title}
        </Link>
      </h2>
      {description ? (
        <p dir="auto" className="mt-1 line-clamp-2 text-muted">
          {description}
        </p>
      ) : null}
      {/* At both ends of the line if they fit, otherwise below each other, without a separator. */}
      <p className="mt-auto flex flex-wrap justify-between gap-x-3 gap-y-0.5 pt-3 text-sm text-muted">
        <span className="inline-flex items-center gap-1.5">
          <MapPin className="size-4 shrink-0" />
          {placeLabel(request)}
        </span>
        <span>
          <bdi>{yours ? "You" : author.display_name}</bdi>, {formatAge(created_at, now)}
        </span>
      </p>
    </li>
  );
}
