import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import type { ItemDetail } from "#contract/items";
import { useSession } from "../../lib/session.ts";
import { useShownPrice } from "../../lib/shown-price.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

const ProposalDialog = lazyDialog(() => import("./proposal-dialog.tsx"));

/** Button to propose a trade for this item. The server decides who sees it. */
export function ProposeTrade({
  item,
  status,
  price,
}: {
  item: ItemDetail;
  /** Live values; the loaded item may be older. */
  status: ItemDetail["status"];
  price: number;
}) {
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const { disabledFeatures } = useSession();
  const shown = useShownPrice(item, price, false);
  const offered =
    item.abilities.trade &&
    !disabledFeatures.includes("trades") &&
    price > 0 &&
    (status === "active" || status === "reserved");
  return (
    <>
      {offered ? (
        <Button
          variant="secondary"
          className="max-sm:flex-1"
          icon={<ArrowLeftRight className="size-4.5" />}
          onPointerEnter={ProposalDialog.preload}
          onFocus={ProposalDialog.preload}
          onClick={() => {
            setTimes((before) => before + 1);
            setOpen(true);
          }}
        >
          Propose Trade
        </Button>
      ) : null}
      <ProposalDialog
        // A new key per opening resets the form.
        key={times}
        target={{ ...item, price: shown.price }}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
