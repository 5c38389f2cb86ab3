import { type FormEvent, useId, useState } from "react";
import type { MarkedReply, OwnItemRow, SoldCandidate } from "#contract/selling/my-items";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useMarkSold, useSoldCandidates } from "./api.ts";
import { refusalOr } from "./bulk-words.ts";
import * as words from "./many-words.ts";

/** Value of the option for a buyer without an account (D36). */
const SOMEONE_ELSE = "someone-else";
const FAILED = words.errorUpdatingItemPleaseTry;

const BECAUSE: Record<SoldCandidate["because"], string> = {
  ordered: words.orderedIt,
  held: words.heldIt,
  messaged: words.wasInTouchAbout,
};

/** Asks who bought an item outside the checkout; a known user can rate and be rated (D36, D43). */
export default function MarkSoldDialog({
  item,
  onClose,
  onSold,
}: {
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
    if (chosen === null) return setProblem(words.pleaseChooseWhoBought);
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
      open
      onClose={onClose}
      title={words.soldToWhom}
      description={item.title}
      size="sm"
      sticky={mark.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={mark.isPending}>
            {words.cancel}
          </Button>
          <Button type="submit" form={form} loading={mark.isPending}>
            {words.markAsSold}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        {candidates.isPending ? (
          <div role="status" className="grid gap-2.5">
            <span className="sr-only">{words.loading}</span>
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        ) : (
          <RadioCards
            legend={words.buyer}
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
              { value: SOMEONE_ELSE, label: words.someoneElse, description: words.soldOutsideGoodstreet },
            ]}
          />
        )}
        {candidates.isError ? (
          <Notice kind="warning" title={words.weCouldntLoad}>
            <Button size="sm" variant="secondary" className="mt-2" onClick={() => void candidates.refetch()}>
              {words.retry}
            </Button>
          </Notice>
        ) : null}
        <p className="text-sm text-muted">{words.itemLeavesMarketplace}</p>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
