import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import type { ItemGiveaway } from "#contract/giveaways";
import { REQUEST_NOTE_MAX } from "#domain/giveaways/giveaway";
import { errorMessage } from "../../lib/api-client.ts";
import { formatDateTime, formatTimeLeft } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { newEntryCode, useGiveawaySteps } from "./api.ts";
import { groupedCode, people } from "./copy.ts";

const failed = toastError("That didn't work");

interface EntrantPanelProps {
  itemId: string;
  giveaway: ItemGiveaway;
  onChanged: () => void;
}

/** What everyone but the giver sees: how to get the item, and what became of their own entry. */
export function EntrantPanel({ itemId, giveaway, onChanged }: EntrantPanelProps) {
  const now = useNow();
  const { title, text } = copyOf(giveaway, now);
  const { you, mode, status } = giveaway;
  const open = status === "open" && (mode === "pick" || (!giveaway.drawn && now < (giveaway.closes_at ?? 0)));
  const canAsk = mode === "pick" && status !== "given";
  const asks = you?.status !== "entered" && you?.status !== "offered" && you?.status !== "given";
  return (
    <>
      <div role="status">
        <p className="font-bold">{title}</p>
        <p className="text-sm">{text}</p>
      </div>
      {you?.code && you.status === "entered" && !giveaway.drawn ? (
        <p className="mt-1.5 text-sm">
          Your code: <span className="font-semibold tabular-nums">{groupedCode(you.code)}</span>
        </p>
      ) : null}
      {you?.status === "entered" && you.note ? (
        <p className="mt-1.5 text-sm wrap-anywhere whitespace-pre-line">“{you.note}”</p>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-2.5 empty:hidden">
        {mode === "draw" && open && asks ? <Enter itemId={itemId} giveaway={giveaway} /> : null}
        {you?.status === "entered" || you?.status === "offered" ? (
          <Leave itemId={itemId} giveaway={giveaway} onChanged={onChanged} />
        ) : null}
        {mode === "draw" ? (
          <Link to={`/Giveaway/${giveaway.id}`} className="font-semibold text-brand-ink underline">
            {giveaway.drawn ? "How this draw was made" : "How the draw works"}
          </Link>
        ) : null}
      </div>
      {canAsk && asks ? <Ask itemId={itemId} giveaway={giveaway} /> : null}
    </>
  );
}

function copyOf(giveaway: ItemGiveaway, now: number): { title: string; text: string } {
  const { mode, status, you, drawn, closes_at, confirm_by, entered } = giveaway;
  if (mode === "pick" && status === "given" && you?.status !== "given") {
    return { title: "It went to someone else", text: "The giver picked another person." };
  }
  const by = confirm_by === null ? "within 24 hours" : `by ${formatDateTime(confirm_by)}`;
  switch (you?.status) {
    case "offered": {
      const title = mode === "pick" ? "The giver picked you" : you.place === 1 ? "You've won" : "You're next";
      return { title, text: `Confirm ${by}, or it goes to someone else.` };
    }
    case "given":
      return { title: "It's yours", text: "You'll find the pickup in your orders." };
    case "lapsed":
      return { title: "Your time to confirm has ended", text: "It goes to someone else." };
    case "skipped":
    case "undone":
      return { title: "It goes to someone else", text: "Your turn has ended." };
    case "entered":
      if (mode === "pick") return { title: "You've asked for it", text: "We'll let you know if the giver picks you." };
      if (drawn) {
        return {
          title: `You're number ${you.place} in the drawn order`,
          text: "If the people before you don't confirm, it's your turn. We'll let you know.",
        };
      }
  }
  if (mode === "pick") {
    return {
      title: "The giver picks who gets this",
      text:
        status === "open"
          ? entered === 0
            ? "Nobody has asked for it yet."
            : `${people(entered)} asked for it.`
          : "Someone has been picked. You can still ask, in case they don't take it.",
    };
  }
  if (drawn || closes_at === null) {
    return { title: "The draw has been made", text: "It goes to the people who entered, in the drawn order." };
  }
  if (now >= closes_at) return { title: "Entries have closed", text: "We're making the draw now." };
  const count = entered === 0 ? "Nobody has entered yet." : `${people(entered)} entered.`;
  return {
    title: you?.status === "entered" ? "You're in the draw" : "Giveaway draw",
    text: `${count} Entries close in ${formatTimeLeft(closes_at - now)} (${formatDateTime(closes_at)}).`,
  };
}

/** Visitors sign in first and return here (D12). */
function useSignInFirst() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (work: () => void) => {
    if (session.signedIn) {
      work();
      return;
    }
    toast({ title: "Login Required", description: "Please log in to take part." });
    void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
  };
}

function Enter({ itemId, giveaway }: Omit<EntrantPanelProps, "onChanged">) {
  const { enter } = useGiveawaySteps(itemId);
  const signedIn = useSignInFirst();
  const send = () =>
    enter.mutate(
      { giveaway_id: giveaway.id, code: newEntryCode() },
      {
        onSuccess: () => toast({ title: "You're in the draw", description: "We'll let you know when it's made." }),
        onError: failed,
      },
    );
  return (
    <Button onClick={() => signedIn(send)} loading={enter.isPending}>
      Enter the draw
    </Button>
  );
}

function Ask({ itemId, giveaway }: Omit<EntrantPanelProps, "onChanged">) {
  const { enter } = useGiveawaySteps(itemId);
  const signedIn = useSignInFirst();
  const [note, setNote] = useState("");
  const [error, setError] = useState<string | null>(null);
  const send = () =>
    enter.mutate(
      { giveaway_id: giveaway.id, note },
      {
        onSuccess: () => toast({ title: "Request sent", description: "We'll let you know if the giver picks you." }),
        onError: (problem) => setError(errorMessage(problem)),
      },
    );
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setError(null);
        signedIn(send);
      }}
    >
      <Field label="Why would you like it?" error={error ?? undefined} hint="Only the giver sees this.">
        <TextArea
          value={note}
          onChange={(event) => setNote(event.target.value)}
          maxLength={REQUEST_NOTE_MAX}
          rows={3}
          required
        />
      </Field>
      <div>
        <Button type="submit" loading={enter.isPending}>
          Ask for it
        </Button>
      </div>
    </form>
  );
}

function Leave({ itemId, giveaway, onChanged }: EntrantPanelProps) {
  const [asked, setAsked] = useState(false);
  const { leave } = useGiveawaySteps(itemId);
  const offered = giveaway.you?.status === "offered";
  const label = offered ? "I don't want it" : giveaway.mode === "draw" ? "Leave the draw" : "Take back my request";
  const send = () =>
    leave.mutate(giveaway.id, {
      onSuccess: () => toast({ title: offered ? "You declined the item" : "You're out" }),
      onError: failed,
      onSettled: () => {
        setAsked(false);
        onChanged();
      },
    });
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => (offered || giveaway.drawn ? setAsked(true) : send())}
        loading={leave.isPending && !asked}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={send}
        title={offered ? "Decline the item?" : "Leave the draw?"}
        description={
          offered ? "It goes to someone else. You can't undo this." : "You give up your place. You can't undo this."
        }
        confirmLabel={offered ? "Decline the item" : label}
        danger
        loading={leave.isPending}
      />
    </>
  );
}
