import type { ItemDetail } from "#contract/items";
import { useSession } from "../../lib/session.ts";
import { GivenFor } from "../community/index.ts";
import { AskSeller } from "../messages/index.ts";
import { ReportButton } from "../safety/index.ts";
import { ProposeTrade } from "../trades/index.ts";
import type { LiveState } from "./live-item.ts";

/** Status and price are the live ones. */
interface ItemActionsProps {
  item: ItemDetail;
  status: ItemDetail["status"];
  price: number;
  live: LiveState;
  /** Called when the viewer's own action has changed the state. */
  onChanged: () => void;
}

/** Actions of viewers other than the seller, besides buying. Each feature decides whether its action shows. */
export default function ItemActions(props: ItemActionsProps) {
  const { disabledFeatures } = useSession();
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {disabledFeatures.includes("donations") ? null : <GivenFor item={props.item} />}
      <ProposeTrade {...props} />
      <AskSeller item={props.item} />
      <ReportButton subject={{ type: "item", id: props.item.id }} what="this listing" className="-ml-3 text-muted!">
        Report this listing
      </ReportButton>
    </div>
  );
}
