import { addressOpens } from "#domain/orders/collection";
import { formatCollection } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { addressWords, agreement } from "../../orders/index.ts";
import type { Offer } from "../offer.ts";

interface PickupStepProps {
  offer: Offer;
  acknowledged: boolean;
  disabled: boolean;
  onAcknowledge: (ticked: boolean) => void;
}

/** What is picked up, where and when, with one checkbox for all items. */
export function PickupStep({ offer, acknowledged, disabled, onAcknowledge }: PickupStepProps) {
  const now = useNow();
  const { lines } = offer;
  const isFree = offer.amount === 0;
  // Within 24 hours of collection the address is revealed on payment.
  const isSoon = (date: number) => now >= addressOpens(date);
  const soon = lines.filter((line) => isSoon(line.collection_date)).length;
  const when = soon === 0 ? "later" : soon === lines.length ? "soon" : "mixed";
  // As shown, because two dates may differ by seconds.
  const dates = new Set(lines.map((line) => formatCollection(line.collection_date, line.collection_zone))).size;
  return (
    <>
      {dates > 1 ? <p className="mb-3 font-semibold">These items have {dates} different pickup dates.</p> : null}
      <Panel className="py-1">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <li key={line.item_id} className="flex gap-3.5 py-3">
              <PhotoImg
                photo={line.photo}
                url={line.image_url}
                alt=""
                sizes="64px"
                className="size-16 shrink-0 rounded-md"
                eager
              />
              <div className="min-w-0">
                <p className="truncate font-semibold">{line.title}</p>
                <p>{formatCollection(line.collection_date, line.collection_zone)}</p>
                <p className="text-sm text-muted">
                  {line.collection_summary} · from {line.seller_name}
                </p>
                {when === "mixed" ? (
                  <p className="text-sm text-muted">{addressWords(isSoon(line.collection_date), isFree)}</p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
        {when === "mixed" ? null : (
          <p className="border-t border-line py-3 text-sm text-muted">{addressWords(when === "soon", isFree)}</p>
        )}
      </Panel>
      <Checkbox
        className="mt-2"
        checked={acknowledged}
        disabled={disabled}
        onChange={(event) => onAcknowledge(event.target.checked)}
      >
        {agreement({ several: lines.length > 1, isFree, when })}
      </Checkbox>
    </>
  );
}
