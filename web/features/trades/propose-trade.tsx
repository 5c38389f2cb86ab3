import { ArrowLeftRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ItemDetail } from "#contract/items";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { preloadDialog } from "../../ui/dialog.tsx";

const loadDialog = () => import("./proposal-dialog.tsx");
const ProposalDialog = lazy(loadDialog);
const preload = () => {
  preloadDialog();
  // If this fails, the code loads when the dialog opens.
  loadDialog().catch(() => undefined);
};

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
  const { disabledFeatures: closed } = useSession();
  const offered =
    item.abilities.trade && !closed.includes("trades") && price > 0 && (status === "active" || status === "reserved");
  return (
    <>
      {offered ? (
        <Button
          variant="secondary"
          className="max-sm:flex-1"
          icon={<ArrowLeftRight className="size-4.5" aria-hidden="true" />}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => {
            setTimes((before) => before + 1);
            setOpen(true);
          }}
        >
          Propose Trade
        </Button>
      ) : null}
      {times > 0 ? (
        <Suspense fallback={null}>
          <ProposalDialog
            // A new key per opening resets the form.
            key={times}
            target={{ ...item, price }}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
