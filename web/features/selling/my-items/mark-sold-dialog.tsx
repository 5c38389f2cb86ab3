import { type FormEvent, useId, useState } from "react";
import type { MarkedReply, OwnItemRow, SoldCandidate } from "#contract/selling/my-items";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useMarkSold, useSoldCandidates } from "./api.ts";
import { refusalOr } from "./bulk-result.ts";

/** Value of the option for a buyer without an account (D36). */
const SOMEONE_ELSE = "someone-else";
const FAILED = "Error updating item. Please try again.";

const BECAUSE: Record<SoldCandidate["because"], string> = {
  ordered: "Ordered it",
  held: "Held it",
  messaged: "Messaged you about it",
};

/** Asks who bought an item outside the checkout; a known user can rate and be rated (D36, D43). */
export default function MarkSoldDialog({
  open,
  item,
  onClose,
  onSold,
}: {
  open: boolean;
  item: OwnItemRow;
  onClose: () => void;
  onSold: (reply: MarkedReply) => void;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const candidates = useSoldCandidates(item.id);
  const mark = useMarkSold();
  const form = useId();
  const now = serverNow();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (mark.isPending) return;
    if (chosen === null) return setProblem("Please choose the buyer.");
    mark.mutate(
      { id: item.id, buyer_id: chosen === SOMEONE_ELSE ? null : chosen },
      {
        onSuccess: onSold,
        onError: (error) => {
          const why = refusalOr(error, FAILED);
          setFailure(why);
          if (why !== FAILED) toast({ title: FAILED, description: why, variant: "destructive" });
          else toast({ title: FAILED, variant: "destructive" });
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Who bought it?"
      description={item.title}
      size="sm"
      sticky={mark.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={mark.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={mark.isPending}>
            Mark as sold
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        {candidates.isPending ? (
          <Loading className="grid gap-2.5">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </Loading>
        ) : (
          <RadioCards
            legend="Buyer"
            hideLegend
            value={chosen}
            error={problem}
            onChange={(value) => {
              setChosen(value);
              setProblem(undefined);
            }}
            options={[
              ...(candidates.data?.items ?? []).map((person) => ({
                value: person.id,
                label: person.display_name,
                description: `${BECAUSE[person.because]} ${formatAge(person.last_at, now)}`,
              })),
              { value: SOMEONE_ELSE, label: "Someone else", description: "Sold outside Goodstreet" },
            ]}
          />
        )}
        {candidates.isError ? (
          <Notice kind="warning" title="We couldn't load the interested buyers">
            <Button size="sm" variant="secondary" className="mt-2" onClick={() => void candidates.refetch()}>
              Retry
            </Button>
          </Notice>
        ) : null}
        <p className="text-sm text-muted">
          The item comes off the marketplace. You have 10 minutes to undo this. If the buyer is on Goodstreet, we'll let
          them know and you can rate each other.
        </p>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
