import type { TradeView } from "#contract/trades";
import { type TradeAction, useTradeCommand } from "./api.ts";
import { type ActionCopy, ConfirmedActions } from "./confirmed-actions.tsx";
import { sideLabel } from "./trade-labels.ts";
import { sidesOf, type TradeSide } from "./trade-values.ts";

/** Formats one side for use within a sentence, with quoted titles. */
function sideQuoted({ items, cash }: Pick<TradeSide, "items" | "cash">): string {
  return sideLabel({ items: items.map((item) => ({ ...item, title: `“${item.title}”` })), cash });
}

const ACTION_LABELS: Record<TradeAction, ActionCopy & { description: (trade: TradeView) => string }> = {
  accept: {
    button: "Accept",
    title: "Accept this trade?",
    description: (trade) =>
      `You give ${sideQuoted(sidesOf(trade).give)} and get ${sideQuoted(sidesOf(trade).get)}. Everything comes off sale, and you'll both see where to meet.`,
    confirm: "Accept trade",
    done: "Trade accepted",
    failed: "We couldn't accept the trade",
  },
  decline: {
    button: "Decline",
    title: "Decline this offer?",
    description: (trade) => `We'll let ${trade.counterparty.display_name} know. This can't be undone.`,
    confirm: "Decline offer",
    done: "Offer declined",
    failed: "We couldn't decline the offer",
  },
  withdraw: {
    button: "Withdraw",
    title: "Withdraw your offer?",
    description: (trade) => `${trade.counterparty.display_name} can't accept it any more. You can make another offer.`,
    confirm: "Withdraw offer",
    done: "Offer withdrawn",
    failed: "We couldn't withdraw the offer",
  },
  "handed-over": {
    button: "We've swapped",
    title: "Have you swapped?",
    description: (trade) =>
      `Only say yes once you've given ${sideQuoted(sidesOf(trade).give)} and got ${sideQuoted(sidesOf(trade).get)}. This can't be undone.`,
    confirm: "Yes, we swapped",
    done: "Swap confirmed",
    failed: "We couldn't save that",
  },
  cancel: {
    button: "Call off",
    title: "Call this trade off?",
    description: (trade) =>
      `Everything in it goes back on sale, and we'll let ${trade.counterparty.display_name} know you called it off. This can't be undone.`,
    confirm: "Call off trade",
    done: "Trade called off",
    failed: "We couldn't call off the trade",
  },
};

/** Order of the buttons; the server decides which are available. */
const ACTIONS = [
  { action: "accept", ability: "accept", variant: "primary" },
  { action: "handed-over", ability: "hand_over", variant: "primary" },
  { action: "decline", ability: "decline", variant: "secondary" },
  { action: "withdraw", ability: "withdraw", variant: "secondary" },
  { action: "cancel", ability: "cancel", variant: "secondary" },
] as const;

/** The viewer's available actions. None can be undone. */
export function TradeActions({ trade, size = "md" }: { trade: TradeView; size?: "sm" | "md" }) {
  const command = useTradeCommand();
  const shown = ACTIONS.filter(({ ability }) => trade.abilities[ability]).map(({ action, variant }) => ({
    ...ACTION_LABELS[action],
    action,
    variant,
    description: ACTION_LABELS[action].description(trade),
    danger: action === "cancel" || action === "decline",
  }));
  return (
    <ConfirmedActions
      actions={shown}
      size={size}
      run={async ({ action, done }) => {
        const now = await command.mutateAsync({ id: trade.id, action });
        return { title: now.status === "completed" ? "Trade completed" : done, description: now.target.title };
      }}
    />
  );
}
