import { useState } from "react";
import type { CircleView } from "#contract/trades/circles";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type CircleAction, useCircleCommand } from "./api.ts";
import { differenceLabel, legsOf } from "./circle-labels.ts";

interface ActionCopy {
  button: string;
  title: string;
  description: (circle: CircleView) => string;
  confirm: string;
  done: string;
  failed: string;
}

const ACTION_LABELS: Record<CircleAction, ActionCopy> = {
  accept: {
    button: "Accept",
    title: "Accept this swap circle?",
    description: (circle) => {
      const { give, get } = legsOf(circle);
      return `You give “${give.item.title}” and get “${get.item.title}”. ${differenceLabel(circle)}. Once all three accept, the items come off sale.`;
    },
    confirm: "Accept circle",
    done: "Circle accepted",
    failed: "We couldn't accept the circle",
  },
  decline: {
    button: "Decline",
    title: "Decline this swap circle?",
    description: () => "The circle ends, and we'll let the other two know. This can't be undone.",
    confirm: "Decline circle",
    done: "Circle declined",
    failed: "We couldn't decline the circle",
  },
  withdraw: {
    button: "Take back my answer",
    title: "Take back your answer?",
    description: () => "The circle stays open, and you can accept it again until it expires.",
    confirm: "Take back answer",
    done: "Answer taken back",
    failed: "We couldn't take back your answer",
  },
  "call-off": {
    button: "Call off",
    title: "Call this swap circle off?",
    description: (circle) =>
      circle.legs.some(({ state }) => state === "handed_over")
        ? "Items that haven't changed hands go back on sale. Whoever got an item without giving theirs has to return or pay for it. This can't be undone."
        : "All three items go back on sale, and we'll let the others know you called it off. This can't be undone.",
    confirm: "Call off circle",
    done: "Circle called off",
    failed: "We couldn't call off the circle",
  },
};

/** Order of the buttons; the server decides which are available. */
const ACTIONS = [
  { action: "accept", ability: "accept", variant: "primary" },
  { action: "decline", ability: "decline", variant: "secondary" },
  { action: "withdraw", ability: "withdraw", variant: "secondary" },
  { action: "call-off", ability: "call_off", variant: "secondary" },
] as const;

/** The viewer's available actions. Each asks for confirmation. */
export function CircleActions({ circle, size = "md" }: { circle: CircleView; size?: "sm" | "md" }) {
  const [chosen, setChosen] = useState<CircleAction>("accept");
  const [open, setOpen] = useState(false);
  const command = useCircleCommand();
  const copy = ACTION_LABELS[chosen];
  const shown = ACTIONS.filter(({ ability }) => circle.abilities[ability]);

  const send = () => {
    if (command.isPending) return;
    command.mutate(
      { id: circle.id, action: chosen },
      {
        onSuccess: (now) =>
          toast({ title: now.status === "accepted" && chosen === "accept" ? "Your swap circle is on" : copy.done }),
        onError: (error) => toast({ title: copy.failed, description: errorMessage(error), variant: "destructive" }),
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
        description={copy.description(circle)}
        confirmLabel={copy.confirm}
        danger={chosen === "call-off" || chosen === "decline"}
        loading={command.isPending}
      />
    </>
  );
}
