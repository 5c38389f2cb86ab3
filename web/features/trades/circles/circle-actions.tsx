import type { CircleView } from "#contract/trades/circles";
import { type ActionCopy, ConfirmedActions } from "../confirmed-actions.tsx";
import { type CircleAction, useCircleCommand } from "./api.ts";
import { differenceLabel, legsOf, placeLabel } from "./circle-labels.ts";

const ACTION_LABELS: Record<CircleAction, ActionCopy & { description: (circle: CircleView) => string }> = {
  accept: {
    button: "Accept",
    title: "Accept this swap circle?",
    description: (circle) => {
      const { give, get } = legsOf(circle);
      return `You give “${give.item.title}” and get “${get.item.title}”. You pick it up in ${placeLabel(get)}. ${differenceLabel(circle)}. Once all three accept, the items come off sale.`;
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

/** The viewer's available actions. */
export function CircleActions({ circle, size = "md" }: { circle: CircleView; size?: "sm" | "md" }) {
  const command = useCircleCommand();
  const shown = ACTIONS.filter(({ ability }) => circle.abilities[ability]).map(({ action, variant }) => ({
    ...ACTION_LABELS[action],
    action,
    variant,
    description: ACTION_LABELS[action].description(circle),
    danger: action === "call-off" || action === "decline",
  }));
  return (
    <ConfirmedActions
      actions={shown}
      size={size}
      run={async ({ action, done }) => {
        const now = await command.mutateAsync({ id: circle.id, action });
        return { title: now.status === "accepted" && action === "accept" ? "Your swap circle is on" : done };
      }}
    />
  );
}
