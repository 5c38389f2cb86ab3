import { Clock, MapPin } from "lucide-react";
import { useState } from "react";
import type { TradeMeeting, TradeView } from "#contract/trades";
import { formatCollection, formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CalendarLink } from "../../ui/calendar-link.tsx";
import { Facts, Panel, Section } from "../../ui/layout.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useMeetingCommand } from "./api.ts";

const MeetingDialog = lazyDialog(() => import("./meeting-dialog.tsx"));

/** "At Luca's, Leichhardt", "At your place, Newtown" or the public place. */
export function meetingPlace({ at, place }: TradeMeeting, other: string): string {
  if (at === "public") return place;
  return at === "yours" ? `Your place, ${place}` : `${other}'s place, ${place}`;
}

/** What a party knows of the address: the address, when it opens, or whom to ask. */
function addressLine({ meeting, counterparty }: TradeView): string | null {
  if (!meeting || meeting.at === "public") return null;
  if (meeting.address) return meeting.address;
  if (meeting.address_at !== null)
    return `You'll see the address from ${formatDateTime(meeting.address_at, meeting.zone)}.`;
  return meeting.at === "theirs" ? `Ask ${counterparty.display_name} for the address.` : null;
}

/** Where and when the two meet, on the card of an accepted trade. Both sides read the same. */
export function MeetingLines({ trade }: { trade: TradeView }) {
  const { meeting } = trade;
  if (!meeting) return null;
  const address = addressLine(trade);
  return (
    <div className="mt-3 space-y-1 text-sm">
      <p className="flex items-start gap-1.5">
        <Clock className="mt-0.5 size-3.5 shrink-0 text-muted" />
        {formatCollection(meeting.from, meeting.zone, meeting.until)}
      </p>
      <p className="flex items-start gap-1.5">
        <MapPin className="mt-0.5 size-3.5 shrink-0 text-muted" />
        <span>
          {meetingPlace(meeting, trade.counterparty.display_name)}
          {address ? <span className="block text-muted">{address}</span> : null}
        </span>
      </p>
      {trade.meeting_change ? <p className="font-semibold">{suggested(trade)}</p> : null}
    </div>
  );
}

function suggested({ meeting_change: change, counterparty }: TradeView): string {
  if (!change) return "";
  const who = change.by === "you" ? "You suggested" : `${counterparty.display_name} suggests`;
  const what = `${formatCollection(change.from, change.zone, change.until)}, ${meetingPlace(change, counterparty.display_name)}`;
  return `${who}: ${what}`;
}

/** The meeting on the page of a trade: facts, calendar, and how to move it. */
export function MeetingSection({ trade }: { trade: TradeView }) {
  const [choosing, setChoosing] = useState(false);
  const command = useMeetingCommand(trade.id);
  const { meeting, meeting_change: change, status, counterparty } = trade;
  if (!meeting || status === "failed") return null;
  const other = counterparty.display_name;
  const address = addressLine(trade);
  const send = (what: Parameters<typeof command.mutateAsync>[0], title: string) =>
    command.mutateAsync(what).then(() => {
      toast({ title });
      setChoosing(false);
    }, toastError("We couldn't save that"));
  return (
    <Section
      title={status === "accepted" ? "Meeting" : "Where you'd meet"}
      actions={status === "accepted" ? <CalendarLink href={`/api/trades/${trade.id}/calendar.ics`} /> : null}
    >
      <Panel>
        <Facts
          items={[
            { name: "Time", value: formatCollection(meeting.from, meeting.zone, meeting.until) },
            { name: "Place", value: meetingPlace(meeting, other) },
          ]}
        />
        {address ? (
          <p className="mt-3 flex gap-2 border-t border-line pt-3">
            <MapPin className="mt-0.5 size-4.5 shrink-0 text-muted" />
            {address}
          </p>
        ) : null}
        {status === "proposed" ? (
          <p className="mt-3 text-sm text-muted">
            {trade.role === "seller"
              ? "You can choose another time or place when you accept."
              : `${other} may choose another time or place.`}
          </p>
        ) : null}
        {change ? (
          <div className="mt-3 border-t border-line pt-3">
            <p className="font-semibold">{suggested(trade)}</p>
            {change.by === "them" ? (
              <div className="mt-3 flex flex-wrap gap-2.5">
                <Button
                  size="sm"
                  loading={command.isPending}
                  onClick={() => void send({ proposed_at: change.proposed_at, accept: true }, "The meeting has moved")}
                >
                  Agree
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={command.isPending}
                  onClick={() =>
                    void send({ proposed_at: change.proposed_at, accept: false }, "The meeting stays as agreed")
                  }
                >
                  Keep what we agreed
                </Button>
              </div>
            ) : (
              <p className="text-sm text-muted">It stays as agreed until {other} says yes.</p>
            )}
          </div>
        ) : null}
        {trade.abilities.move ? (
          <Button className="mt-3" size="sm" variant="secondary" onClick={() => setChoosing(true)}>
            Suggest another time or place
          </Button>
        ) : null}
      </Panel>
      {trade.abilities.move ? (
        <MeetingDialog
          open={choosing}
          onClose={() => setChoosing(false)}
          trade={trade}
          title="Suggest another time or place"
          description={`The meeting moves once ${other} agrees.`}
          confirm="Suggest"
          busy={command.isPending}
          onChoose={(chosen) => void send(chosen, `We've asked ${other}`)}
        />
      ) : null}
    </Section>
  );
}
