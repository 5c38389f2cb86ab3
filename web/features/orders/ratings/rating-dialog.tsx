import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import { type NewRating, RATING_COMMENT_MAX } from "#contract/orders/ratings";
import { ApiError, api, errorMessage, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import type { Checked } from "../../../lib/field-errors.ts";
import { formatDay } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
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
  const form = useApiForm({
    start: { rating: null as number | null, comment: "" },
    check: ({ rating, comment }): Checked<z.input<typeof NewRating>> =>
      rating === null
        ? { ok: false, problems: { rating: MESSAGES.ratingRequired } }
        : { ok: true, body: { order_id: orderId, rating, comment } },
    send: async (json, key) => {
      try {
        const given = await unwrap(api.api.ratings.$post({ json }, withIdempotencyKey(key)));
        const description = given.visible
          ? "You can both see your ratings now."
          : `It stays hidden until ${person} rates you too, or until ${formatDay(given.visible_from)}.`;
        return { title: "Thanks for your rating", description };
      } catch (error) {
        // The user has already rated in another tab, which counts as success.
        if (!(error instanceof ApiError && error.code === "already_used")) throw error;
        const title = trade ? "Already rated" : rates === "buyer" ? MESSAGES.buyerRated : "Seller Rated";
        return { title, description: error.message };
      }
    },
    onSent: (message) => {
      toast(message);
      onRated();
      onClose();
    },
    failure: (error) => {
      const says = error instanceof ApiError && (error.status === 403 || error.status === 409 || error.status === 429);
      return says ? errorMessage(error) : MESSAGES.ratingFailed;
    },
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={`Rate ${person}`}
      description={
        trade ? "How did the trade go?" : itemTitle ? `How did it go with “${itemTitle}”?` : "How did it go?"
      }
      size="sm"
      sticky={form.values.comment.trim() !== ""}
      submitLabel="Submit Rating"
    >
      <StarInput
        legend="Your rating"
        value={form.values.rating}
        error={form.problem("rating")}
        onChange={(rating) => form.change({ rating })}
      />
      <Field
        label="Comment"
        hint="Hidden until you've both rated, or for 14 days. Then anyone can read it, with your first name. You can't change it later."
        optional
        error={form.problem("comment")}
      >
        <TextArea
          {...form.input("comment")}
          maxLength={RATING_COMMENT_MAX}
          placeholder={
            rates === "buyer" && !trade ? "Came on time, paid straight away…" : "As described, easy to arrange…"
          }
        />
      </Field>
    </FormDialog>
  );
}
