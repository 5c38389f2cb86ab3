import { ArrowLeftRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ItemDetail } from "#contract/items";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { preloadDialog } from "../../ui/dialog.tsx";
import * as words from "./propose-words.ts";

const loadDialog = () => import("./proposal-dialog.tsx");
const ProposalDialog = lazy(loadDialog);
const preload = () => {
  preloadDialog();
  // Without network it is loaded when it is opened.
  loadDialog().catch(() => undefined);
};

/** The way to offer a thing of one's own for this one. Who is shown it, the server says. */
export function ProposeTrade({
  item,
  status,
  price,
}: {
  item: ItemDetail;
  /** As the live channel has them: the item may be older. */
  status: ItemDetail["status"];
  price: number;
}) {
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const { closed } = useSession();
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
          {words.proposeTrade}
        </Button>
      ) : null}
      {times > 0 ? (
        <Suspense fallback={null}>
          <ProposalDialog
            // Each opening starts from the beginning.
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
