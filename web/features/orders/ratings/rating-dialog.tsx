import { type FormEvent, useId, useRef, useState } from "react";
import { MESSAGES } from "#contract/copy";
import { RATING_COMMENT_MAX } from "#contract/orders/ratings";
import { ApiError, api, errorMessage, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { formatDay } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { StarInput } from "../../../ui/star-input.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";

export interface RatingDialogProps {
  open: boolean;
  onClose: () => void;
  orderId: string;
  /** The rated user's display name, and their role. */
  person: string;
  rates: "buyer" | "seller";
  itemTitle?: string;
  /** A swap, which has no buyer and seller. */
  trade?: boolean;
  /** Called when the rating is stored, or had been given before. */
  onRated: () => void;
}

/** Rates the other party of an order with stars and a text (D43). The input stays until it is sent. */
export default function RatingDialog({
  open,
  onClose,
  orderId,
  person,
  rates,
  itemTitle,
  trade = false,
  onRated,
}: RatingDialogProps) {
  const [stars, setStars] = useState<number | null>(null);
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newIdempotencyKey());
  const firstStar = useRef<HTMLInputElement>(null);
  const form = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    if (stars === null) {
      setProblem(MESSAGES.ratingRequired);
      firstStar.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const given = await unwrap(
        api.api.ratings.$post({ json: { order_id: orderId, rating: stars, comment } }, withIdempotencyKey(key.current)),
      );
      toast({
        title: "Thanks for your rating",
        description: given.visible
          ? "You can both see your ratings now."
          : `It stays hidden until ${person} rates you too, or until ${formatDay(given.visible_from)}.`,
      });
      onRated();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === "already_used") {
        // The user has already rated in another tab, which counts as success.
        toast({
          title: trade ? "Already rated" : rates === "buyer" ? MESSAGES.buyerRated : "Seller Rated",
          description: error.message,
        });
        onRated();
        onClose();
        return;
      }
      // An idempotency key belongs to one request body, and the user may edit the text after a failure.
      if (error instanceof ApiError && error.code !== "offline") key.current = newIdempotencyKey();
      const says = error instanceof ApiError && (error.status === 403 || error.status === 409 || error.status === 429);
      setFailure(says ? errorMessage(error) : MESSAGES.ratingFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Rate ${person}`}
      description={
        trade ? "How did the trade go?" : itemTitle ? `How did it go with “${itemTitle}”?` : "How did it go?"
      }
      size="sm"
      sticky={busy || comment.trim() !== ""}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={busy}>
            Submit Rating
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        <StarInput
          legend="Your rating"
          value={stars}
          error={problem}
          first={firstStar}
          onChange={(score) => {
            setStars(score);
            setProblem(undefined);
          }}
        />
        <Field
          label="Comment"
          hint="Hidden until you've both rated, or for 14 days. Then anyone can read it, with your first name. You can't change it later."
          optional
        >
          <TextArea
            value={comment}
            maxLength={RATING_COMMENT_MAX}
            onChange={(event) => setComment(event.target.value)}
            placeholder={
              rates === "buyer" && !trade ? "Came on time, paid straight away…" : "As described, easy to arrange…"
            }
          />
        </Field>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
