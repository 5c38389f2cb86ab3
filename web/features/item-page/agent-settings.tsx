import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Handshake } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ItemDetail, OwnItem, UpdateItemInput } from "#contract/items";
import { isValidMinimum, MINIMUM_PRICE_MESSAGE } from "#domain/items/listing";
import { dollarsToCents } from "#domain/money";
import { amountProblem, typedCents } from "#domain/readers/amount";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Panel } from "../../ui/layout.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";

const FAILED = "Error saving settings. Please try again.";

/** AI Agent Settings, which the seller sees in place of the buy controls. Renders nothing for other viewers. */
export default function AgentSettings({ item }: { item: ItemDetail | OwnItem }) {
  // Free items are not negotiated; sold items and items being paid for no longer are.
  if (!("negotiation_notes" in item) || item.price === 0 || !item.abilities.edit) return null;
  return <Settings key={item.version} item={item} />;
}

function Settings({ item }: { item: OwnItem }) {
  const client = useQueryClient();
  const [enabled, setEnabled] = useState(item.negotiation_enabled);
  const [minimum, setMinimum] = useState(item.minimum_price === null ? "" : String(item.minimum_price));
  const [notes, setNotes] = useState(item.negotiation_notes);
  const [publicNotes, setPublicNotes] = useState(item.public_notes);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: (change: UpdateItemInput) =>
      unwrap(api.api.items[":id"].$patch({ param: { id: item.id }, json: { ...change, version: item.version } })),
    onSuccess: async () => {
      toast({ title: "Settings saved", description: enabled ? "Knowzee will negotiate for you." : "Knowzee is off." });
      await client.invalidateQueries({ queryKey: ["items", "detail", item.id] });
    },
    onError: (error) => {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      const field = error instanceof ApiError ? error.fields.minimum_price : undefined;
      if (field) setProblem(field);
      else toast({ title: FAILED, ...(refused && { description: error.message }), variant: "destructive" });
    },
  });
  const changed =
    enabled !== item.negotiation_enabled ||
    (typedCents(minimum) ?? minimum) !== (item.minimum_price === null ? "" : dollarsToCents(item.minimum_price)) ||
    notes.trim() !== item.negotiation_notes ||
    publicNotes.trim() !== item.public_notes;

  const save = (event: FormEvent) => {
    event.preventDefault();
    const cents = typedCents(minimum);
    const valid = cents !== null && isValidMinimum(cents, dollarsToCents(item.price) ?? 0);
    if (enabled && !valid) {
      setProblem(amountProblem(minimum, MINIMUM_PRICE_MESSAGE) ?? MINIMUM_PRICE_MESSAGE);
      return;
    }
    saving.mutate({
      negotiation_enabled: enabled,
      minimum_price: valid ? cents / 100 : null,
      negotiation_notes: notes.trim(),
      public_notes: publicNotes.trim(),
    });
  };

  return (
    <Panel>
      <form onSubmit={save} noValidate aria-labelledby="agent-settings">
        <h2 id="agent-settings" className="flex items-center gap-2 text-lg font-bold">
          <Handshake className="size-5" />
          AI Agent Settings
        </h2>
        <Checkbox
          checked={enabled}
          onChange={(event) => {
            setEnabled(event.target.checked);
            setProblem(null);
          }}
          hint="Our AI assistant answers buyers and negotiates for you."
          className="mt-1.5"
        >
          Let Knowzee negotiate
        </Checkbox>
        {enabled ? (
          <div className="mt-2 grid gap-4">
            <Field
              label="Minimum price"
              required
              error={problem ?? undefined}
              hint={`Private. Knowzee never goes below it or tells anyone. You're asking ${formatDollars(item.price)}.`}
            >
              <MoneyInput
                value={minimum}
                onChange={(event) => {
                  setMinimum(event.target.value);
                  setProblem(null);
                }}
              />
            </Field>
            <Field label="Notes for Knowzee" optional hint="Only Knowzee reads this. Buyers never see it.">
              <TextArea rows={2} maxLength={500} value={notes} onChange={(event) => setNotes(event.target.value)} />
            </Field>
            <Field
              label="What buyers may be told"
              optional
              hint="Knowzee can share this with buyers. Don't include prices."
            >
              <TextArea
                rows={2}
                maxLength={500}
                value={publicNotes}
                onChange={(event) => setPublicNotes(event.target.value)}
              />
            </Field>
          </div>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Button type="submit" size="sm" loading={saving.isPending} disabled={!changed}>
            Save settings
          </Button>
          <LinkButton variant="secondary" size="sm" to={`/Negotiations?item=${item.id}`}>
            Read negotiations
          </LinkButton>
        </div>
      </form>
    </Panel>
  );
}
