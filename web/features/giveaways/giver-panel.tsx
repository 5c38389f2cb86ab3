import { useState } from "react";
import { Link } from "react-router-dom";
import type { GiveawayRequest, ItemGiveaway } from "#contract/giveaways";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Rating } from "../../ui/rating.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useGiveawaySteps } from "./api.ts";
import { ENTRY_LABELS, people } from "./copy.ts";
import { type Giving, GivingFields } from "./giving-fields.tsx";

const failed = toastError("That didn't work");

interface GiverPanelProps {
  itemId: string;
  /** Null: the first to claim it gets it. */
  giveaway: ItemGiveaway | null;
  onChanged: () => void;
}

/** What the giver sees: how the item is given away, who has asked, and who has been offered it. */
export function GiverPanel({ itemId, giveaway, onChanged }: GiverPanelProps) {
  return giveaway ? (
    <Running itemId={itemId} giveaway={giveaway} onChanged={onChanged} />
  ) : (
    <Choose itemId={itemId} onChanged={onChanged} />
  );
}

function Choose({ itemId, onChanged }: Omit<GiverPanelProps, "giveaway">) {
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState<Giving>("draw");
  const [hours, setHours] = useState(24);
  const { set } = useGiveawaySteps(itemId);
  if (!open) {
    return (
      <>
        <p className="font-bold">First come, first served</p>
        <p className="text-sm">The first person to claim it gets it.</p>
        <Button size="sm" variant="secondary" className="mt-3" onClick={() => setOpen(true)}>
          Give it away differently
        </Button>
      </>
    );
  }
  const save = () => {
    if (value === "first_come") {
      setOpen(false);
      return;
    }
    set.mutate(value === "draw" ? { mode: "draw", hours } : { mode: "pick" }, {
      onSuccess: () => {
        toast({ title: value === "draw" ? "Your draw is open" : "People can ask for it now" });
        onChanged();
      },
      onError: failed,
    });
  };
  return (
    <div className="grid gap-4">
      <GivingFields
        value={value}
        hours={hours}
        onChange={(chosen, length) => {
          setValue(chosen);
          setHours(length);
        }}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" onClick={save} loading={set.isPending}>
          {value === "draw" ? "Open the draw" : value === "pick" ? "Let people ask" : "Keep it"}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpen(false)} disabled={set.isPending}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Running({ itemId, giveaway, onChanged }: GiverPanelProps & { giveaway: ItemGiveaway }) {
  const [ending, setEnding] = useState(false);
  const { set } = useGiveawaySteps(itemId);
  const draw = giveaway.mode === "draw";
  const end = () =>
    set.mutate(
      { mode: "first_come" },
      {
        onSuccess: () => toast({ title: draw ? "You ended the draw" : "You ended the giveaway" }),
        onError: failed,
        onSettled: () => {
          setEnding(false);
          onChanged();
        },
      },
    );
  return (
    <>
      <p className="font-bold">{draw ? "Giveaway draw" : "You pick who gets it"}</p>
      <p className="text-sm">{stateOf(giveaway)}</p>
      {giveaway.requests?.length ? (
        <ul className="mt-3 grid gap-3">
          {giveaway.requests.map((request) => (
            <Request
              key={request.entry_id}
              itemId={itemId}
              giveaway={giveaway}
              request={request}
              onChanged={onChanged}
            />
          ))}
        </ul>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        {giveaway.status === "given" ? null : (
          <Button size="sm" variant="secondary" onClick={() => setEnding(true)}>
            {draw ? "End the draw" : "End the giveaway"}
          </Button>
        )}
        {draw ? (
          <Link to={`/Giveaway/${giveaway.id}`} className="font-semibold text-brand-ink underline">
            How the draw works
          </Link>
        ) : null}
      </div>
      <ConfirmDialog
        open={ending}
        onClose={() => setEnding(false)}
        onConfirm={end}
        title={draw ? "End the draw?" : "End the giveaway?"}
        description="We'll tell everyone who is in. After that, the first person to claim the item gets it."
        confirmLabel={draw ? "End the draw" : "End the giveaway"}
        danger
        loading={set.isPending}
      />
    </>
  );
}

function stateOf({ mode, status, drawn, entered, closes_at, confirm_by }: ItemGiveaway): string {
  if (status === "given") return "Confirmed. You'll find the pickup in your orders.";
  if (status === "offered") {
    const who = mode === "draw" ? "the winner" : "the person you picked";
    return confirm_by === null
      ? `We're asking ${who} to confirm.`
      : `Waiting for ${who} to confirm by ${formatDateTime(confirm_by)}.`;
  }
  if (mode === "pick") {
    return entered === 0 ? "Nobody has asked for it yet." : `${people(entered)} asked for it. Pick one.`;
  }
  if (drawn || closes_at === null) return "The draw has been made.";
  return `${entered === 0 ? "Nobody has entered yet" : `${people(entered)} entered`}. Entries close ${formatDateTime(closes_at)}.`;
}

function Request({
  itemId,
  giveaway,
  request,
  onChanged,
}: {
  itemId: string;
  giveaway: ItemGiveaway;
  request: GiveawayRequest;
  onChanged: () => void;
}) {
  const { pick } = useGiveawaySteps(itemId);
  const { user, note, status } = request;
  const label = ENTRY_LABELS[status];
  const send = () =>
    pick.mutate(
      { giveaway_id: giveaway.id, entry_id: request.entry_id },
      {
        onSuccess: () =>
          toast({ title: `You picked ${user.display_name}`, description: "They have 24 hours to confirm." }),
        onError: failed,
        onSettled: onChanged,
      },
    );
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-md bg-page p-4">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold">
          {user.display_name}
        </p>
        <Rating average={user.average_rating} count={user.rating_count} className="text-sm text-muted" />
        <p dir="auto" className="mt-1.5 wrap-anywhere whitespace-pre-line">
          {note}
        </p>
        {label ? <p className="mt-1.5 text-sm text-muted">{label}</p> : null}
      </div>
      {status === "entered" && giveaway.status === "open" ? (
        <Button size="sm" onClick={send} loading={pick.isPending} aria-label={`Pick ${user.display_name}`}>
          Pick
        </Button>
      ) : null}
    </li>
  );
}
