import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type Donation, SetCause } from "#contract/community/donations";
import { tidyAbn } from "#domain/readers/numbers";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, QueryState } from "../../../ui/states.tsx";
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
  const [chosen, setChosen] = useState<string[]>([]);
  const [kind, setKind] = useState<Kind>("charity");
  const [name, setName] = useState("");
  const [abn, setAbn] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [itemId] = chosen;
  const given = giveaways.find(({ item }) => item.id === itemId)?.cause ?? null;
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const choose = (ids: string[]) => {
    setChosen(ids);
    const cause = giveaways.find(({ item }) => item.id === ids[0])?.cause;
    if (!cause) return;
    setKind(cause.kind);
    setName(cause.name);
    setAbn(cause.abn ?? "");
  };
  const failed = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {};
    setProblems(fields);
    if (Object.keys(fields).length === 0) setFailure(errorMessage(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (command.isPending) return;
    const cause = kind === "charity" ? { kind, name, abn } : { kind, name };
    const found = {
      ...(itemId === undefined && { item: "Please choose a listing." }),
      ...fieldErrors(SetCause, cause),
    };
    setProblems(found);
    if (itemId === undefined || Object.keys(found).length > 0) return;
    command.mutate(
      { itemId, cause },
      {
        onSuccess: () => {
          onClose();
          toast({ title: "Thank you", description: `The listing now shows that it's for ${name.trim()}.` });
        },
        onError: failed,
      },
    );
  };
  const takeBack = () => {
    if (itemId === undefined) return;
    command.mutate(
      { itemId, cause: null },
      {
        onSuccess: () => {
          onClose();
          toast({ title: "Cause removed", description: "The listing is still free for anyone." });
        },
        onError: failed,
      },
    );
  };
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <ItemPicker
        legend="Your free listings"
        items={giveaways.map(({ item, cause }) => ({
          id: item.id,
          title: cause ? `${item.title} (for ${cause.name})` : item.title,
          price: item.price,
          image: item.image,
        }))}
        chosen={chosen}
        onChange={choose}
        multiple={false}
        error={problems.item}
      />
      <RadioCards legend="Given for" options={KINDS} value={kind} onChange={setKind} />
      <Field label={kind === "charity" ? "Name of the charity" : "Name of the cause"} error={problems.name} required>
        <TextInput value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      </Field>
      {kind === "charity" ? (
        <Field
          label="Its ABN"
          hint="Find it on the charity's website or in the public register at acnc.gov.au."
          error={problems.abn}
          required
        >
          <TextInput
            inputMode="numeric"
            value={abn}
            tidy={tidyAbn}
            onChange={(event) => setAbn(event.target.value)}
            placeholder="51 824 753 556"
          />
        </Field>
      ) : null}
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      <div className="flex flex-wrap-reverse justify-end gap-2.5 max-sm:*:flex-auto">
        {given ? (
          <Button variant="ghost" onClick={takeBack} disabled={command.isPending}>
            Remove cause
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={command.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
