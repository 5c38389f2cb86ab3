import type { AdminReportDetail } from "#contract/safety";
import { CATEGORY_LABELS } from "#domain/items/catalogue";
import { formatDateTime, formatPrice } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { NewTabLink } from "../new-tab-link.tsx";

/** A listing in review: what the rules found, and the listing as it is now. */
export function ListingEvidence({ report: { rules, listing, earlier } }: { report: AdminReportDetail }) {
  return (
    <>
      <section>
        <h3 className="mb-1.5 font-semibold">What the rules found</h3>
        <ul className="grid gap-3">
          {rules.map((rule) => (
            <li key={rule.words} className="rounded-md bg-surface p-4 wrap-anywhere">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                “{rule.words}”
                <Badge tone={rule.answer === "block" ? "hotSoft" : "wattleSoft"}>
                  {rule.answer === "block" ? "Blocked" : "Needs a review"}
                </Badge>
              </p>
              <p className="mt-1">{rule.why}</p>
              <NewTabLink href={rule.source.url}>{rule.source.name}</NewTabLink>
            </li>
          ))}
        </ul>
      </section>
      {listing === null ? null : (
        <section>
          <h3 className="mb-1.5 font-semibold">The listing</h3>
          {listing.photos.length > 0 ? (
            <ul className="mb-3 flex flex-wrap gap-2">
              {listing.photos.map((photo) => (
                <li key={photo.id}>
                  <a href={photo.url} target="_blank" rel="noreferrer" aria-label="Open the photo in a new tab">
                    <PhotoImg photo={photo} alt="" sizes="96px" className="size-20 rounded-lg sm:size-24" />
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          <p dir="auto" className="font-semibold wrap-anywhere">
            {listing.title}
          </p>
          <p className="text-sm text-muted">
            {formatPrice(listing.price)} · {CATEGORY_LABELS[listing.category]}
            {listing.tags.length > 0 ? ` · ${listing.tags.join(", ")}` : ""}
            {listing.location ? ` · ${listing.location}` : ""}
          </p>
          {listing.description ? (
            <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
              {listing.description}
            </p>
          ) : null}
          {listing.public_notes ? (
            <p className="mt-2 wrap-anywhere whitespace-pre-line">Notes that Knowzee shares: {listing.public_notes}</p>
          ) : null}
        </section>
      )}
      {earlier.length === 0 ? null : (
        <section>
          <h3 className="mb-1.5 font-semibold">Earlier decisions about this seller</h3>
          <ul className="grid gap-3">
            {earlier.map((decision) => (
              <li key={decision.decided_at} className="wrap-anywhere">
                <p className="flex flex-wrap items-center gap-2">
                  <Badge tone={decision.approved ? "brand" : "hotSoft"}>
                    {decision.approved ? "Approved" : "Not approved"}
                  </Badge>
                  {decision.title ?? "Deleted listing"}
                  <span className="text-sm text-muted">{formatDateTime(decision.decided_at)}</span>
                </p>
                <p className="mt-1 text-sm text-muted">
                  {decision.words.map((words) => `“${words}”`).join(", ")}
                  {decision.note ? `. ${decision.note}` : ""}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
