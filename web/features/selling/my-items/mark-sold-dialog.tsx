import type { MarkedReply, OwnItemRow, SoldCandidate } from "#contract/selling/my-items";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
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
  const candidates = useSoldCandidates(item.id);
  const mark = useMarkSold();
  const form = useApiForm({
    start: { buyer: null as string | null },
    check: ({ buyer }) =>
      buyer === null
        ? { ok: false, problems: { buyer: "Please choose the buyer." } }
        : { ok: true, body: { id: item.id, buyer_id: buyer === SOMEONE_ELSE ? null : buyer } },
    send: (body) => mark.mutateAsync(body),
    onSent: onSold,
    failure: (error) => {
      const why = refusalOr(error, FAILED);
      toast({ title: FAILED, ...(why !== FAILED && { description: why }), variant: "destructive" });
      return why;
    },
  });
  const now = serverNow();

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Who bought it?"
      description={item.title}
      size="sm"
      submitLabel="Mark as sold"
    >
      {candidates.isPending ? (
        <Loading className="grid gap-2.5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </Loading>
      ) : (
        <RadioCards
          legend="Buyer"
          hideLegend
          value={form.values.buyer}
          error={form.problem("buyer")}
          onChange={(buyer) => form.change({ buyer })}
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
    </FormDialog>
  );
}
