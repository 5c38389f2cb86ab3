import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import { type OfferableItem, TRADE_CASH_MAX_CENTS, TRADE_MESSAGE_MAX, TRADE_MESSAGES } from "#contract/trades";
import { dollarsToCents, formatCents } from "#domain/money";
import { ApiError, newIdempotencyKey } from "../../lib/api-client.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { ItemPicker } from "../items/index.ts";
import { useOfferable, useProposal } from "./api.ts";
import { ProposalSummary } from "./proposal-summary.tsx";
import { cashOf, EMPTY_PROPOSAL, type ProposalValues, proposalBody, proposalErrors } from "./trade-values.ts";

interface ProposalDialogProps {
  target: Pick<ItemDetail, "id" | "title" | "price" | "image_url" | "seller_id" | "seller">;
  open: boolean;
  onClose: () => void;
}

/**
 * Proposes a trade: the viewer's items, optionally with cash, for another user's item (D39). The input stays until it
 * is sent.
 */
export default function ProposalDialog({ target, open, onClose }: ProposalDialogProps) {
  const [values, setValues] = useState(EMPTY_PROPOSAL);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const offerable = useOfferable(target.id);
  const proposal = useProposal();
  const typed = values !== EMPTY_PROPOSAL;
  useUnsavedGuard(open && typed);

  const show = (found: Record<string, string>) => {
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const items = offerable.data ?? [];
  const chosen = inOrder(items, values.item_ids);
  const other = target.seller.display_name || "Anonymous Seller";

  const set = (change: Partial<ProposalValues>) => {
    setValues((current) => ({ ...current, ...change }));
    const answered = new Set<string>(Object.keys(change).map((name) => WIRE_NAMES[name as keyof ProposalValues]));
    setProblems((current) => {
      const left = Object.entries(current).filter(([field]) => !answered.has(field.split(".")[0] ?? ""));
      return left.length === Object.keys(current).length ? current : Object.fromEntries(left);
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (proposal.isPending) return;
    setFailure(null);
    const wire = proposalBody({ ...values, item_ids: chosen.map((item) => item.id) }, target.id, target.seller_id);
    const found = proposalErrors(wire);
    show(found);
    if (Object.keys(found).length > 0) return;
    proposal.mutate(
      { wire, key: key.current },
      {
        onSuccess: () => {
          toast({
            title: "Trade offer sent",
            description: `${other} has 7 days to answer.`,
            action: { label: "View", onPress: () => void navigate("/TradeOffers?tab=outgoing") },
          });
          onClose();
        },
        onError: (error) => {
          const refused = error instanceof ApiError && error.status > 0 && error.status < 500;
          // An idempotency key belongs to one request body, and the user may change the offer after a refusal.
          if (refused) key.current = newIdempotencyKey();
          const fields = error instanceof ApiError ? known(error.fields) : {};
          show(fields);
          if (Object.keys(fields).length > 0) return;
          setFailure(refused ? error.message : TRADE_MESSAGES.failed);
          // The viewer's items may have been sold meanwhile.
          if (refused) void offerable.refetch();
        },
      },
    );
  };

  const nothing = offerable.data?.length === 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Propose a trade"
      description={`For “${target.title}” from ${other}`}
      sticky={proposal.isPending || typed}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={proposal.isPending}>
            Cancel
          </Button>
          {nothing ? (
            <LinkButton to="/AddItem">List an item</LinkButton>
          ) : (
            <Button type="submit" form={id} loading={proposal.isPending} disabled={offerable.isPending}>
              Send Trade Offer
            </Button>
          )}
        </>
      }
    >
      {offerable.isPending ? (
        <Loading what="your items" className="grid gap-4">
          <Skeleton className="h-44" />
          <Skeleton className="h-12" />
        </Loading>
      ) : offerable.isError && !offerable.data ? (
        <ErrorState
          title="Failed to load your items."
          error={offerable.error}
          onRetry={() => void offerable.refetch()}
        />
      ) : nothing ? (
        <Notice kind="info" title="You have nothing to offer yet">
          You can offer items you have on sale. List one, then come back.
        </Notice>
      ) : (
        <form ref={form} id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
          <ItemPicker
            legend="Your items"
            multiple
            items={items.map((item) => ({ ...item, image: null }))}
            chosen={chosen.map((item) => item.id)}
            onChange={(item_ids) => set({ item_ids })}
            error={problems.offered_item_ids}
            more={offerable}
          />
          <Field
            label="Add cash"
            hint={`You pay ${other} in cash when you meet. Up to ${formatCents(TRADE_CASH_MAX_CENTS)}.`}
            error={problems.cash_adjustment}
            optional
          >
            <MoneyInput
              className="sm:max-w-60"
              value={values.cash}
              onChange={(event) => set({ cash: event.target.value })}
            />
          </Field>
          <Field
            label="Message"
            error={problems.message}
            optional
            aside={
              <span className="text-sm text-muted tabular-nums">
                <span className="sr-only">Characters used: </span>
                {values.message.length}/{TRADE_MESSAGE_MAX}
              </span>
            }
          >
            <TextArea
              rows={3}
              maxLength={TRADE_MESSAGE_MAX}
              value={values.message}
              placeholder="Why it's a good swap, when you could meet…"
              onChange={(event) => set({ message: event.target.value })}
            />
          </Field>
          <ProposalSummary target={target} chosen={chosen} cashCents={cashOf(values)} />
          {failure ? <Notice kind="error">{failure}</Notice> : null}
        </form>
      )}
    </Dialog>
  );
}

const WIRE_NAMES = {
  item_ids: "offered_item_ids",
  cash: "cash_adjustment",
  message: "message",
} as const satisfies Record<keyof ProposalValues, string>;

/** Returns the messages of inputs on screen. Others are shown as a message of the whole form. */
function known(fields: Record<string, string>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [field, message] of Object.entries(fields)) {
    const name = field.split(".")[0] ?? "";
    if (Object.values<string>(WIRE_NAMES).includes(name)) shown[name] ??= message;
  }
  return shown;
}

/** Returns the chosen items in the order they were chosen, without those that can no longer be offered. */
function inOrder(items: readonly OfferableItem[], ids: readonly string[]) {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((itemId) => {
    const item = byId.get(itemId);
    return item ? [{ ...item, cents: dollarsToCents(item.price) ?? 0 }] : [];
  });
}
