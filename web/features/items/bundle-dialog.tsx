import { ChevronRight } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import type { BundleCard as Bundle, BundlePart } from "#contract/items/marketplace";
import { CONDITION_LABELS } from "#domain/items/catalogue";
import { formatDay, formatDollars, formatPrice } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Price } from "../../ui/price.tsx";
import { toast } from "../../ui/toast.tsx";

interface BundleDialogProps {
  bundle: Bundle;
  open: boolean;
  onClose: () => void;
}

/** The items of a bundle with links to their pages, the saving, and the collection dates. */
export function BundleDialog({ bundle, open, onClose }: BundleDialogProps) {
  const { seller } = bundle;
  const session = useSession();
  const buy = useBuyBundle(bundle.id);
  const buyable = bundle.available && session.user?.id !== bundle.seller_id;
  const sharedDate = dateOf(bundle);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={bundle.title}
      footer={buyable ? <Button onClick={buy}>Buy bundle for {formatDollars(bundle.bundle_price)}</Button> : undefined}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Price price={bundle.bundle_price} previous={bundle.savings > 0 ? bundle.individual_total : null} size="lg" />
        {bundle.savings > 0 ? (
          <Badge tone="wattle">
            Save {formatDollars(bundle.savings)} ({bundle.savings_percentage}%)
          </Badge>
        ) : null}
      </div>
      {bundle.available ? null : (
        <Notice kind="warning" className="mt-4">
          One of these items isn't available, so you can't buy this bundle right now.
        </Notice>
      )}
      {bundle.description ? (
        <p dir="auto" className="mt-4 whitespace-pre-line">
          {bundle.description}
        </p>
      ) : null}
      <h3 className="mt-5 mb-1 font-bold">{bundle.bundle_items.length} items in this bundle</h3>
      <ul className="-mx-2">
        {bundle.bundle_items.map((part) => (
          <li key={part.item_id}>
            <Link
              to={`/ItemDetail/${part.item_id}`}
              className="flex items-center gap-3 rounded-md p-2 transition-colors duration-150 hover:bg-surface"
            >
              <PhotoImg photo={part.image} alt="" sizes="64px" className="size-16 shrink-0 rounded-sm" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-medium">
                  {part.title}
                </span>
                <span className="block text-sm text-muted">
                  {CONDITION_LABELS[part.condition]} · {formatPrice(part.price)}
                  {sharedDate === null ? ` · pick up ${partDate(part)}` : null}
                </span>
              </span>
              <PartState part={part} />
              <ChevronRight className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      <Facts
        className="mt-5 grid-cols-2"
        items={[
          { name: "Bought separately", value: formatDollars(bundle.individual_total) },
          {
            name: "Pickup",
            value: sharedDate ?? "Each item has its own, see above",
          },
          { name: "Pickup from", value: bundle.collection_summary },
          { name: "Seller", value: seller.display_name },
        ]}
      />
    </Dialog>
  );
}

/** Goes to the bundle's checkout; a visitor signs in first and then returns to it (D12). */
function useBuyBundle(bundleId: string): () => void {
  const session = useSession();
  const navigate = useNavigate();
  const checkout = `/Cart?bundle=${bundleId}`;
  return () => {
    if (!session.ready || session.signedIn) {
      void navigate(checkout);
      return;
    }
    toast({ title: "Please Sign In", description: "You must be signed in to purchase items", variant: "destructive" });
    void navigate(`/SignIn?returnUrl=${encodeURIComponent(checkout)}`);
  };
}

/** An item without a date is picked up a week after it is bought (D54). */
const partDate = ({ collection_date: date, collection_zone: zone }: BundlePart) =>
  date === null ? "a week after you buy" : formatDay(date, zone);

/** Returns the bundle's date, or the one that all of its items have; null when they differ. */
function dateOf(bundle: Bundle): string | null {
  if (bundle.collection_date !== null) return formatDay(bundle.collection_date, bundle.collection_zone);
  const [date, other] = new Set(bundle.bundle_items.map(partDate));
  return other === undefined ? (date ?? null) : null;
}

function PartState({ part: { status } }: { part: BundlePart }) {
  if (status === "active") return null;
  return <Badge>{status === "sold" ? "Sold" : status === "reserved" ? "Reserved" : "Being bought"}</Badge>;
}
