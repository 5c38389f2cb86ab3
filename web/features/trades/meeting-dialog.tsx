import type { ReactNode } from "react";
import { ChooseMeeting, type ChosenMeeting, type TradeView } from "#contract/trades";
import { PUBLIC_PLACE_MAX } from "#domain/trades/meeting";
import { type Checked, fieldErrors } from "../../lib/field-errors.ts";
import { typedWindow, windowOfTyped } from "../../lib/local-time.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { typedWindowProblem, WindowField } from "../../ui/window-input.tsx";

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
  const { meeting, counterparty } = trade;
  const zone = meeting?.zone ?? "Australia/Sydney";
  const form = useApiForm({
    start: {
      at: meeting?.at ?? ("yours" as ChosenMeeting["at"]),
      place: meeting?.at === "public" ? meeting.place : "",
      row: typedWindow(meeting ?? { from: serverNow(), until: serverNow() }, zone),
    },
    check: ({ at, place, row }): Checked<ChosenMeeting> => {
      const window = windowOfTyped(row, zone);
      const chosen = { ...window, at, ...(at === "public" && { place: place.trim() }) };
      const time = typedWindowProblem(window);
      const named =
        at === "public"
          ? fieldErrors(ChooseMeeting, { ...chosen, from: serverNow(), until: serverNow() }).place
          : undefined;
      if (time === null && named === undefined) return { ok: true, body: chosen };
      return { ok: false, problems: { ...(named && { place: named }), ...(time && { row: time }) } };
    },
    send: async (chosen) => {
      if (!busy) onChoose(chosen);
    },
  });
  const { at, row } = form.values;
  const yours = trade.role === "seller" ? trade.target : trade.offered[0];
  const theirs = trade.role === "seller" ? trade.offered[0] : trade.target;

  return (
    <FormDialog
      form={{ ...form, busy }}
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      submitLabel={confirm}
    >
      <RadioCards
        legend="Where"
        value={at}
        onChange={(value) => form.change({ at: value })}
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
        <Field label="Which place" error={form.problem("place")}>
          <TextInput maxLength={PUBLIC_PLACE_MAX} {...form.input("place")} />
        </Field>
      ) : null}
      <WindowField
        value={row}
        zone={zone}
        error={form.problem("row")}
        onChange={(value) => form.change({ row: value })}
      />
    </FormDialog>
  );
}
