import type { OrderView } from "#contract/orders";
import { DAY_MS } from "#domain/deadlines";
import { typedWindow, windowOfTyped } from "../../lib/local-time.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { typedWindowProblem, WindowField } from "../../ui/window-input.tsx";

interface ProposeTimeDialogProps {
  order: OrderView;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSend: (window: { from: number; until: number }) => void;
}

/** Asks for another collection time. It starts with the agreed one, a day later. */
export default function ProposeTimeDialog({ order, open, busy, onClose, onSend }: ProposeTimeDialogProps) {
  const zone = order.collection_zone;
  const { collection_date: date, collection_ends_at: ends } = order;
  const form = useApiForm({
    start: { row: typedWindow({ from: date + DAY_MS, until: ends + DAY_MS }, zone) },
    check: ({ row }) => {
      const window = windowOfTyped(row, zone);
      const problem = typedWindowProblem(window);
      return problem === null ? { ok: true, body: window } : { ok: false, problems: { row: problem } };
    },
    send: async (window) => {
      if (!busy) onSend(window);
    },
  });
  const { row } = form.values;
  const other = order.counterparty.display_name;

  return (
    <FormDialog
      form={{ ...form, busy }}
      open={open}
      onClose={onClose}
      title="Propose another time"
      description={`You can do this once for this order. Pickup only moves if ${other} accepts.`}
      submitLabel="Propose this time"
    >
      <WindowField
        value={row}
        zone={zone}
        error={form.problem("row")}
        onChange={(value) => form.change({ row: value })}
      />
    </FormDialog>
  );
}
