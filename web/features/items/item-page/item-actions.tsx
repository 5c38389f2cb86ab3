import { GivenFor } from "../../community/donations/given-for.tsx";
import type { ItemActionsProps } from "./item-view.tsx";
import { AskSeller } from "../../messages/ask-seller.tsx";
import { ProposeTrade } from "../../trades/propose-trade.tsx";
import { WaitlistPanel } from "../../holds/waitlist-panel.tsx";
import { useSession } from "../../../lib/session.ts";
import { ReportButton } from "../../safety/report-button.tsx";

/** Actions of viewers other than the seller, besides buying. Each feature decides whether its action shows. */
export default function ItemActions(props: ItemActionsProps) {
  const { disabledFeatures: closed } = useSession();
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      <WaitlistPanel itemId={props.item.id} live={props.live} onChanged={props.onChanged} />
      {closed.includes("donations") ? null : <GivenFor item={props.item} />}
      <ProposeTrade {...props} />
      <AskSeller item={props.item} />
      <ReportButton subject={{ type: "item", id: props.item.id }} what="this listing" className="-ml-3 text-muted!">
        Report this listing
      </ReportButton>
    </div>
  );
}
