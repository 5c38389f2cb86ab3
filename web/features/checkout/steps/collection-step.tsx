import type { CheckoutView } from "#contract/checkout";
import { addressOpens } from "#domain/orders/collection";
import { formatCollection } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Facts, Panel } from "../../../ui/layout.tsx";
import { addressWords, agreement } from "../../orders/index.ts";

interface CollectionStepProps {
  view: CheckoutView;
  acknowledged: boolean;
  onAcknowledge: (ticked: boolean) => void;
  disabled: boolean;
}

/** Step 1: collection date and area, with the checkbox that the buyer must tick. */
export function CollectionStep({ view, acknowledged, onAcknowledge, disabled }: CollectionStepProps) {
  const { collection_date: date, collection_zone: zone } = view;
  // Within 24 hours of collection the address is revealed on payment.
  const isSoon = useNow() >= addressOpens(date);
  const { is_free: isFree } = view;
  return (
    <>
      <Panel>
        <Facts
          items={[
            { name: "Date", value: formatCollection(date, zone) },
            { name: "Location", value: view.collection_summary },
          ]}
        />
        <p className="mt-3 border-t border-line pt-3 text-sm text-muted">{addressWords(isSoon, isFree)}</p>
      </Panel>
      <Checkbox
        className="mt-2"
        checked={acknowledged}
        disabled={disabled}
        onChange={(event) => onAcknowledge(event.target.checked)}
      >
        {agreement({ several: false, isFree, when: isSoon ? "soon" : "later" })}
      </Checkbox>
    </>
  );
}
