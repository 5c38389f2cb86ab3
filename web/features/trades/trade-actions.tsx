import { useState } from "react";
import type { TradeView } from "#contract/trades";
import { ApiError } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { type TradeAction, useTradeCommand } from "./api.ts";
import { sideLabel } from "./trade-labels.ts";
import { sidesOf, type TradeSide } from "./trade-values.ts";

/** Formats one side for use within a sentence, with quoted titles. */
function sideQuoted({ items, cash }: Pick<TradeSide, "items" | "cash">): string {
  return sideLabel({ items: items.map((item) => ({ ...item, title: `“${item.title}”` })), cash });
}

interface ActionCopy {
  button: string;
  /** Question of the confirmation. */
  title: string;
  description: (trade: TradeView) => string;
  confirm: string;
  done: string;
  failed: string;
}

const ACTION_LABELS: Record<TradeAction, ActionCopy> = {
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

/** The viewer's available actions. Each asks for confirmation, because none can be undone. */
export function TradeActions({ trade, size = "md" }: { trade: TradeView; size?: "sm" | "md" }) {
  const [chosen, setChosen] = useState<TradeAction>("accept");
  const [open, setOpen] = useState(false);
  const command = useTradeCommand();
  const copy = ACTION_LABELS[chosen];
  const shown = ACTIONS.filter(({ ability }) => trade.abilities[ability]);

  const send = () => {
    if (command.isPending) return;
    command.mutate(
      { id: trade.id, action: chosen },
      {
        onSuccess: (now) =>
          toast({
            title: now.status === "completed" ? "Trade completed" : copy.done,
            description: now.target.title,
          }),
        onError: (error) =>
          toast({
            title: copy.failed,
            description: error instanceof ApiError ? error.message : "Something went wrong. Please try again.",
            variant: "destructive",
          }),
        onSettled: () => setOpen(false),
      },
    );
  };

  return (
    <>
      {shown.length > 0 ? (
        <div className="flex flex-wrap gap-2.5">
          {shown.map(({ action, variant }) => (
            <Button
              key={action}
              size={size}
              variant={variant}
              onClick={() => {
                setChosen(action);
                setOpen(true);
              }}
            >
              {ACTION_LABELS[action].button}
            </Button>
          ))}
        </div>
      ) : null}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={send}
        title={copy.title}
        description={copy.description(trade)}
        confirmLabel={copy.confirm}
        danger={chosen === "cancel" || chosen === "decline"}
        loading={command.isPending}
      />
    </>
  );
}
