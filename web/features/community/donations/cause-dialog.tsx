import { type Donation, SetCause } from "#contract/community/donations";
import { tidyAbn } from "#domain/readers/numbers";
import { errorMessage } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ItemPicker } from "../../items/index.ts";
import { useOwnGiveaways, useSetCause } from "./api.ts";

/** Sets the cause of one of the viewer's free listings. */
export default function CauseDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const own = useOwnGiveaways(open);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Give for a cause"
      description="Goods only. Goodstreet never collects money for a cause."
    >
      {own.data ? (
        own.data.items.length === 0 ? (
          <EmptyState
            title="You haven't listed anything for free yet"
            description="List an item for free, then come back and add the cause."
            action={<LinkButton to="/AddItem">List something free</LinkButton>}
          />
        ) : (
          <CauseForm giveaways={own.data.items} onClose={onClose} />
        )
      ) : (
        <QueryState query={own}>
          <Skeleton className="h-48" />
        </QueryState>
      )}
    </Dialog>
  );
}

const KINDS = [
  {
    value: "charity",
    label: "A registered charity",
    description: "You'll add its ABN so anyone can look it up.",
  },
  { value: "cause", label: "A cause", description: "Flood relief, the school fete, a family starting again." },
] as const;
type Kind = (typeof KINDS)[number]["value"];

function CauseForm({ giveaways, onClose }: { giveaways: readonly Donation[]; onClose: () => void }) {
  const command = useSetCause();
  const removal = useSetCause();
  const form = useApiForm({
    start: { item: "", kind: "charity" as Kind, name: "", abn: "" },
    check: ({ item, kind, name, abn }) => {
      const cause = kind === "charity" ? { kind, name, abn } : { kind, name };
      const found = checked(SetCause, cause, item === "" ? { item: "Please choose a listing." } : {});
      return found.ok ? { ok: true as const, body: { itemId: item, cause } } : found;
    },
    send: (body) => command.mutateAsync(body),
    onSent: (_, { name }) => {
      onClose();
      toast({ title: "Thank you", description: `The listing now shows that it's for ${name.trim()}.` });
    },
  });
  const { item: itemId, kind } = form.values;
  const given = giveaways.find(({ item }) => item.id === itemId)?.cause ?? null;

  const choose = (ids: string[]) => {
    const item = ids[0] ?? "";
    const cause = giveaways.find((one) => one.item.id === item)?.cause;
    form.change({ item, ...(cause && { kind: cause.kind, name: cause.name, abn: cause.abn ?? "" }) });
  };
  const takeBack = () =>
    removal.mutate(
      { itemId, cause: null },
      {
        onSuccess: () => {
          onClose();
          toast({ title: "Cause removed", description: "The listing is still free for anyone." });
        },
      },
    );
  const failure = form.failure ?? (removal.isError ? errorMessage(removal.error) : null);
  return (
    <form {...form.form} className="grid gap-5">
      <ItemPicker
        legend="Your free listings"
        items={giveaways.map(({ item, cause }) => ({
          id: item.id,
          title: cause ? `${item.title} (for ${cause.name})` : item.title,
          price: item.price,
          image: item.image,
        }))}
        chosen={itemId === "" ? [] : [itemId]}
        onChange={choose}
        multiple={false}
        error={form.problem("item")}
      />
      <RadioCards legend="Given for" options={KINDS} value={kind} onChange={(value) => form.change({ kind: value })} />
      <Field
        label={kind === "charity" ? "Name of the charity" : "Name of the cause"}
        error={form.problem("name")}
        required
      >
        <TextInput maxLength={80} {...form.input("name")} />
      </Field>
      {kind === "charity" ? (
        <Field
          label="Its ABN"
          hint="Find it on the charity's website or in the public register at acnc.gov.au."
          error={form.problem("abn")}
          required
        >
          <TextInput inputMode="numeric" tidy={tidyAbn} {...form.input("abn")} placeholder="51 824 753 556" />
        </Field>
      ) : null}
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      <div className="flex flex-wrap-reverse justify-end gap-2.5 max-sm:*:flex-auto">
        {given ? (
          <Button variant="ghost" onClick={takeBack} disabled={form.busy || removal.isPending}>
            Remove cause
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} disabled={removal.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
