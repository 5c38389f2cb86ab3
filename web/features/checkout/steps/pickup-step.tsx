import type { NearPlace } from "#contract/places";
import { groupDigits } from "#domain/group-digits";
import { addressOpens } from "#domain/orders/collection";
import { distanceKm } from "#domain/places/distance";
import { FAR_PICKUP_KM } from "#domain/places/near-place";
import { formatCollection } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { addressWords, agreement } from "../../orders/index.ts";
import { distanceLabel, useNearPlace } from "../../places/index.ts";
import type { Offer, OfferLine } from "../offer.ts";

interface PickupStepProps {
  offer: Offer;
  acknowledged: boolean;
  disabled: boolean;
  /** Next was pressed without the tick. */
  missed: boolean;
  onAcknowledge: (ticked: boolean) => void;
  onChooseTime: (itemId: string, from: number) => void;
}

/** Whether the buyer pays at pickup. */
function atPickup({ methods }: Offer): "yes" | "maybe" | "no" {
  if (!methods.includes("cash")) return "no";
  return methods.length === 1 ? "yes" : "maybe";
}

/** "Pickup is in Adelaide, 1,156 km from Newtown." */
function farText(near: NearPlace | null, { collection_summary, centre }: OfferLine): string {
  const km = near && centre ? groupDigits(Math.round(distanceKm(near, centre))) : "";
  return `Pickup is in ${collection_summary}, ${km} km from ${near?.suburb ?? ""}.`;
}

/** What is picked up, where and when, with one checkbox for all items. */
export function PickupStep({ offer, acknowledged, disabled, missed, onAcknowledge, onChooseTime }: PickupStepProps) {
  const now = useNow();
  const { lines } = offer;
  const near = useNearPlace();
  const far = lines.filter(({ centre }) => near && centre && distanceKm(near, centre) > FAR_PICKUP_KM);
  const isFree = offer.amount === 0;
  // Within 24 hours of collection the address is revealed on payment.
  const isSoon = (date: number) => now >= addressOpens(date);
  const soon = lines.filter((line) => isSoon(line.collection_date)).length;
  const when = soon === 0 ? "later" : soon === lines.length ? "soon" : "mixed";
  // As shown, because two dates may differ by seconds.
  const dates = new Set(lines.map((line) => formatCollection(line.collection_date, line.collection_zone))).size;
  return (
    <>
      {far.map((line) => (
        <Notice key={line.item_id} kind="warning" title={farText(near, line)} className="mb-3">
          You pick it up yourself. Check that you can get there.
        </Notice>
      ))}
      {dates > 1 ? <p className="mb-3 font-semibold">These items have {dates} different pickup dates.</p> : null}
      <Panel className="py-1">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <li key={line.item_id} className="flex flex-wrap gap-3.5 py-3">
              <PhotoImg
                photo={line.photo}
                url={line.image_url}
                alt=""
                sizes="64px"
                className="size-16 shrink-0 rounded-md"
                eager
              />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{line.title}</p>
                {line.collection_times.length > 1 ? null : (
                  <p>{formatCollection(line.collection_date, line.collection_zone, line.collection_ends_at)}</p>
                )}
                <p className="text-sm text-muted">
                  {[line.collection_summary, distanceLabel(near, line.centre), `from ${line.seller_name}`]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
                {when === "mixed" ? (
                  <p className="text-sm text-muted">{addressWords(isSoon(line.collection_date), isFree)}</p>
                ) : null}
              </div>
              {line.collection_times.length > 1 ? (
                <div className="w-full">
                  <RadioCards
                    legend={lines.length === 1 ? "Choose a pickup time" : `Pickup time for ${line.title}`}
                    value={String(line.collection_date)}
                    onChange={(from) => onChooseTime(line.item_id, Number(from))}
                    options={line.collection_times.map(({ from, until }) => ({
                      value: String(from),
                      label: formatCollection(from, line.collection_zone, until),
                      disabled,
                    }))}
                  />
                </div>
              ) : null}
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
        required
        error={missed ? "Tick this box to go on." : undefined}
        onChange={(event) => onAcknowledge(event.target.checked)}
      >
        {agreement({ several: lines.length > 1, isFree, when, atPickup: atPickup(offer) })}
      </Checkbox>
    </>
  );
}
