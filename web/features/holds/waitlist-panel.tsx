import { Users } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { WaitlistView } from "#contract/holds/waitlist";
import type { ItemStatus } from "#contract/items";
import { WAITLIST_MAX } from "#domain/holds/waitlist";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { toastError } from "../../ui/toast.tsx";

const waiting = (people: number) => (people === 1 ? "1 person is waiting." : `${people} people are waiting.`);

const open = (people: number, length: string) =>
  `${people === 0 ? "" : `${waiting(people)} `}If it becomes available, we'll hold it for ${length} for the first person in the queue.`;

const full = (people: number) => `${waiting(people)} The queue is full.`;

interface WaitlistPanelProps {
  itemId: string;
  live: WaitlistView & { status: ItemStatus };
  /** Called after the viewer's own action has changed the state. */
  onChanged: () => void;
}

/**
 * The waitlist of an item that another buyer holds: its length, the viewer's position, and buttons to join or leave.
 */
export function WaitlistPanel({ itemId, live, onChanged }: WaitlistPanelProps) {
  const { busy, join, leave } = useWaitlist(itemId, onChanged);
  const { holdLength } = useSession();
  const unavailable = live.status === "reserved" || live.status === "pending_payment";
  const { line_length: length, line_place: position } = live;
  const shown = live.your_turn || position !== null || live.line_open || (unavailable && length >= WAITLIST_MAX);
  return (
    <>
      {/* Always rendered, so that screen readers announce a new position. */}
      <div role="status" className={shown ? "w-full" : "sr-only"}>
        {live.your_turn ? (
          <p className="text-muted">
            Only you can buy it now. When your time's up, it goes to the next person in the queue.
          </p>
        ) : position !== null ? (
          <Panel tone="brand" className="flex items-center gap-3.5">
            <Users className="size-5 shrink-0" />
            <span className="min-w-0">
              <span className="block font-semibold">
                {position === 1 ? "You're first in the queue" : `You're number ${position} in the queue`}
              </span>
              <span className="block text-sm">
                We'll let you know and hold it for {holdLength} when it's your turn. You can close this page.
              </span>
            </span>
          </Panel>
        ) : live.line_open ? (
          <p className="text-muted">{open(length, holdLength)}</p>
        ) : shown ? (
          <p className="text-muted">{full(length)}</p>
        ) : null}
      </div>
      {live.your_turn || position !== null ? (
        <Button variant="secondary" loading={busy} onClick={leave}>
          {live.your_turn ? "Give up my turn" : "Leave the queue"}
        </Button>
      ) : live.line_open ? (
        <Button variant="soft" size="lg" block loading={busy} icon={<Users className="size-5" />} onClick={join}>
          Join the queue
        </Button>
      ) : null}
    </>
  );
}

function useWaitlist(itemId: string, onChanged: () => void) {
  const [busy, setBusy] = useState(false);
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signIn = () => void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);

  async function change(ask: () => Promise<unknown>) {
    setBusy(true);
    try {
      await ask();
    } catch (error) {
      if (error instanceof ApiError && error.code === "not_authenticated") signIn();
      else toastError("That didn't work")(error);
    } finally {
      setBusy(false);
      // Also after a refusal, because it means that the page was outdated.
      onChanged();
    }
  }

  const param = { id: itemId };
  return {
    busy,
    join: () => {
      // While the session is loading, ask the server instead of redirecting to sign-in.
      if (session.ready && !session.signedIn) return signIn();
      void change(() => unwrap(api.api.items[":id"].line.$post({ param })));
    },
    leave: () => void change(() => unwrap(api.api.items[":id"].line.$delete({ param }))),
  };
}
