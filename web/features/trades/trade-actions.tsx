import { useState } from "react";
import type { ChosenMeeting, TradeView } from "#contract/trades";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { type TradeAction, useAcceptTrade, useTradeCommand } from "./api.ts";
import { type ActionCopy, ConfirmedActions } from "./confirmed-actions.tsx";
import { sideLabel } from "./trade-labels.ts";
import { sidesOf, type TradeSide } from "./trade-values.ts";

/** Formats one side for use within a sentence, with quoted titles. */
function sideQuoted({ items, cash }: Pick<TradeSide, "items" | "cash">): string {
  return sideLabel({ items: items.map((item) => ({ ...item, title: `“${item.title}”` })), cash });
}

const ACTION_LABELS: Record<TradeAction, ActionCopy & { description: (trade: TradeView) => string }> = {
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
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {trade.abilities.accept ? <AcceptTrade trade={trade} size={size} /> : null}
      <ConfirmedActions
        actions={shown}
        size={size}
        run={async ({ action, done }) => {
          const now = await command.mutateAsync({ id: trade.id, action });
          return { title: now.status === "completed" ? "Trade completed" : done, description: now.target.title };
        }}
      />
    </div>
  );
}

const MeetingDialog = lazyDialog(() => import("./meeting-dialog.tsx"));

/** Accepts the trade, with where and when to meet. */
function AcceptTrade({ trade, size }: { trade: TradeView; size: "sm" | "md" }) {
  const [open, setOpen] = useState(false);
  const accept = useAcceptTrade(trade.id);
  const { give, get } = sidesOf(trade);
  const send = async (meeting: ChosenMeeting) => {
    try {
      const now = await accept.mutateAsync(meeting);
      toast({ title: "Trade accepted", description: now.target.title });
      setOpen(false);
    } catch (error) {
      toastError("We couldn't accept the trade")(error);
    }
  };
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        Accept
      </Button>
      <MeetingDialog
        open={open}
        onClose={() => setOpen(false)}
        trade={trade}
        title="Accept this trade?"
        description={`You give ${sideQuoted(give)} and get ${sideQuoted(get)}. Everything comes off sale. Choose where and when to meet.`}
        confirm="Accept trade"
        busy={accept.isPending}
        onChoose={(meeting) => void send(meeting)}
      />
    </>
  );
}
