import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ChooseMeeting, type ChosenMeeting, type TradeView } from "#contract/trades";
import { DAY_MS } from "#domain/deadlines";
import { COLLECTION_MAX_DAYS, windowProblem } from "#domain/orders/collection-windows";
import { PUBLIC_PLACE_MAX } from "#domain/trades/meeting";
import { fieldErrors } from "../../lib/field-errors.ts";
import { localTime, typedWindow, windowOfTyped } from "../../lib/local-time.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { WindowInput } from "../../ui/window-input.tsx";

interface MeetingDialogProps {
  open: boolean;
  onClose: () => void;
  trade: TradeView;
  title: string;
  description: ReactNode;
  confirm: string;
  busy: boolean;
  onChoose: (meeting: ChosenMeeting) => void;
}

/** Asks where and when to meet: at one of the two places, or a public one. Starts with the meeting as it is. */
export default function MeetingDialog(props: MeetingDialogProps) {
  const { open, onClose, trade, title, description, confirm, busy, onChoose } = props;
  const form = useId();
  const { meeting, counterparty } = trade;
  const zone = meeting?.zone ?? "Australia/Sydney";
  const [at, setAt] = useState<ChosenMeeting["at"]>(meeting?.at ?? "yours");
  const [place, setPlace] = useState(meeting?.at === "public" ? meeting.place : "");
  const [row, setRow] = useState(() => typedWindow(meeting ?? { from: serverNow(), until: serverNow() }, zone));
  const [problems, setProblems] = useState<{ time?: string | undefined; place?: string | undefined }>({});
  const yours = trade.role === "seller" ? trade.target : trade.offered[0];
  const theirs = trade.role === "seller" ? trade.offered[0] : trade.target;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const window = windowOfTyped(row, zone);
    const chosen = { ...window, at, ...(at === "public" && { place: place.trim() }) };
    const time = Number.isNaN(window.from + window.until)
      ? "Enter a day, a start and an end."
      : (windowProblem(window, serverNow()) ?? undefined);
    const named =
      at === "public"
        ? fieldErrors(ChooseMeeting, { ...chosen, from: serverNow(), until: serverNow() }).place
        : undefined;
    setProblems({ time, place: named });
    if (!time && !named) onChoose(chosen);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-5">
        <RadioCards
          legend="Where"
          value={at}
          onChange={setAt}
          options={[
            { value: "yours", label: "At your place", description: yours?.collection_summary },
            {
              value: "theirs",
              label: `At ${counterparty.display_name}'s place`,
              description: theirs?.collection_summary,
            },
            { value: "public", label: "At a public place", description: "A station, a library, a police station" },
          ]}
        />
        {at === "public" ? (
          <Field label="Which place" error={problems.place}>
            <TextInput
              value={place}
              maxLength={PUBLIC_PLACE_MAX}
              onChange={(event) => {
                setPlace(event.target.value);
                setProblems((before) => ({ ...before, place: undefined }));
              }}
            />
          </Field>
        ) : null}
        <div>
          <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
            <WindowInput
              value={row}
              min={localTime(serverNow(), zone).slice(0, 10)}
              max={localTime(serverNow() + COLLECTION_MAX_DAYS * DAY_MS, zone).slice(0, 10)}
              invalid={problems.time !== undefined}
              onChange={(part) => {
                setRow((before) => ({ ...before, ...part }));
                setProblems((before) => ({ ...before, time: undefined }));
              }}
            />
          </div>
          <FieldError id={`${form}-error`} message={problems.time} />
        </div>
      </form>
    </Dialog>
  );
}
