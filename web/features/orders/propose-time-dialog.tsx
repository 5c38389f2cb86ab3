import { type FormEvent, useId, useState } from "react";
import type { OrderView } from "#contract/orders";
import { DAY_MS } from "#domain/deadlines";
import { COLLECTION_MAX_DAYS, windowProblem } from "#domain/orders/collection-windows";
import { localTime, typedWindow, windowOfTyped } from "../../lib/local-time.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { WindowInput } from "../../ui/window-input.tsx";

interface ProposeTimeDialogProps {
  order: OrderView;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSend: (window: { from: number; until: number }) => void;
}

/** Asks for another collection time. It starts with the agreed one, a day later. */
export default function ProposeTimeDialog({ order, open, busy, onClose, onSend }: ProposeTimeDialogProps) {
  const form = useId();
  const zone = order.collection_zone;
  const { collection_date: date, collection_ends_at: ends } = order;
  const [row, setRow] = useState(() => typedWindow({ from: date + DAY_MS, until: ends + DAY_MS }, zone));
  const [problem, setProblem] = useState<string>();
  const other = order.counterparty.display_name;
  const now = serverNow();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const window = windowOfTyped(row, zone);
    const found = Number.isNaN(window.from + window.until)
      ? "Enter a day, a start and an end."
      : windowProblem(window, serverNow());
    setProblem(found ?? undefined);
    if (found === null) onSend(window);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Propose another time"
      description={`You can do this once for this order. Pickup only moves if ${other} accepts.`}
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={busy}>
            Propose this time
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
          <WindowInput
            value={row}
            min={localTime(now, zone).slice(0, 10)}
            max={localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone).slice(0, 10)}
            invalid={problem !== undefined}
            onChange={(part) => {
              setRow((before) => ({ ...before, ...part }));
              setProblem(undefined);
            }}
          />
        </div>
        <FieldError id={`${form}-error`} message={problem} />
      </form>
    </Dialog>
  );
}
