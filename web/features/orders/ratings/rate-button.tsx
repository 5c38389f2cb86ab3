import { CircleCheck, Star } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { MESSAGES } from "#contract/copy";
import { Button } from "../../../ui/button.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import type { RatingDialogProps } from "./rating-dialog.tsx";

const RatingDialog = lazyDialog(() => import("./rating-dialog.tsx"));

/**
 * Opens the rating of the other party of a completed order or trade; afterwards shows "Buyer Rated". The dialog's code
 * loads on the first press.
 */
export function RateButton({
  rated,
  rates,
  orderId,
  person,
  itemTitle,
  trade = false,
  onRated,
  variant = "soft",
  size = "sm",
  ...rest
}: Omit<ComponentProps<typeof Button>, "onClick"> &
  Omit<RatingDialogProps, "open" | "onClose"> & {
    /** Whether the viewer has already rated, from the server. */
    rated: boolean;
  }) {
  const [open, setOpen] = useState(false);
  if (rated) {
    return (
      <span className="inline-flex min-h-tap items-center gap-1.5 font-semibold text-brand-ink">
        <CircleCheck className="size-4" />
        {trade ? "Rated" : rates === "buyer" ? MESSAGES.buyerRated : "Seller Rated"}
      </span>
    );
  }
  return (
    <>
      <Button {...rest} variant={variant} size={size} icon={<Star className="size-4" />} onClick={() => setOpen(true)}>
        {trade ? `Rate ${person}` : rates === "buyer" ? "Rate buyer" : "Rate seller"}
      </Button>
      <RatingDialog
        open={open}
        onClose={() => setOpen(false)}
        orderId={orderId}
        person={person}
        rates={rates}
        trade={trade}
        onRated={onRated}
        {...(itemTitle === undefined ? {} : { itemTitle })}
      />
    </>
  );
}
