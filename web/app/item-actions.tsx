import type { ItemActionsProps } from "../features/item/item-detail-screen.tsx";
import { AskSeller } from "../features/messages/ask-seller.tsx";
import { ProposeTrade } from "../features/trades/propose-trade.tsx";

/** What somebody who does not own the item can do with it besides buying it: one line a feature, each deciding whether it shows. */
export default function ItemActions(props: ItemActionsProps) {
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      <ProposeTrade {...props} />
      <AskSeller item={props.item} />
    </div>
  );
}
