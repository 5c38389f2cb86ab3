import { MessageCircle } from "lucide-react";
import { useState } from "react";
import type { RatingView } from "#contract/orders/ratings";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { ReportButton } from "../../safety/index.ts";

const ReplyDialog = lazyDialog(() => import("./reply-dialog.tsx"));

/** The rated person's public answer to a rating, or for that person a button to write it. Nothing without either. */
export function RatingReply({ rating, name, isOwn }: { rating: RatingView; name: string; isOwn: boolean }) {
  const [open, setOpen] = useState(false);
  const { reply } = rating;
  return (
    <>
      {reply ? (
        <div className="mt-3 border-l-3 border-line pl-4">
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink">{isOwn ? "You replied" : `${name} replied`}</span>,{" "}
            {formatAge(reply.at, serverNow())}
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line break-words">
            {reply.text}
          </p>
          {isOwn ? null : (
            <ReportButton
              subject={{ type: "reply", id: rating.id }}
              what={`the reply by ${name}`}
              aria-label={`Report the reply by ${name}`}
              className="-ml-3 text-muted!"
            >
              Report
            </ReportButton>
          )}
        </div>
      ) : null}
      {rating.can_reply ? (
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          icon={<MessageCircle className="size-4" />}
          aria-label={`Reply to the rating by ${rating.by}`}
          onClick={() => setOpen(true)}
        >
          Reply
        </Button>
      ) : null}
      <ReplyDialog open={open} onClose={() => setOpen(false)} rating={rating} />
    </>
  );
}
