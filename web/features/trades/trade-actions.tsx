import { useState } from "react";
import type { TradeView } from "#contract/trades";
import { ApiError } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { type TradeAction, useTradeCommand } from "./api.ts";

import * as words from "./trade-words.ts";

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
  const copy = words.ACTION_WORDS[chosen];
  const shown = ACTIONS.filter(({ ability }) => trade.abilities[ability]);

  const send = () => {
    if (command.isPending) return;
    command.mutate(
      { id: trade.id, action: chosen },
      {
        onSuccess: (now) =>
          toast({
            title: now.status === "completed" ? words.tradeCompleted : copy.done,
            description: now.target.title,
          }),
        onError: (error) =>
          toast({
            title: copy.failed,
            description: error instanceof ApiError ? error.message : words.somethingWentWrong,
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
              {words.ACTION_WORDS[action].button}
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
