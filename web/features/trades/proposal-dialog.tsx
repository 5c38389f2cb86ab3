import { useNavigate } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import { type OfferableItem, ProposeTrade, TRADE_MESSAGE_MAX, TRADE_MESSAGES } from "#contract/trades";
import { dollarsToCents, formatCents } from "#domain/money";
import { TRADE_CASH_MAX_CENTS } from "#domain/trades/trade";
import { ApiError } from "../../lib/api-client.ts";
import { checked } from "../../lib/field-errors.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryState } from "../../ui/placeholders.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { ItemPicker } from "../items/index.ts";
import { useOfferable, useProposal } from "./api.ts";
import { ProposalSummary } from "./proposal-summary.tsx";
import { cashOf, EMPTY_PROPOSAL, proposalBody } from "./trade-values.ts";

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
  const navigate = useNavigate();
  const offerable = useOfferable(target.id);
  const proposal = useProposal();
  const items = offerable.data ?? [];
  const other = target.seller.display_name || "Anonymous Seller";
  const form = useApiForm({
    start: EMPTY_PROPOSAL,
    check: (values) => {
      const item_ids = inOrder(items, values.item_ids).map((item) => item.id);
      return checked(ProposeTrade, proposalBody({ ...values, item_ids }, target.id, target.seller_id));
    },
    send: (wire, key) => proposal.mutateAsync({ wire, key }),
    names: { offered_item_ids: "item_ids", cash_adjustment: "cash" },
    onSent: () => {
      toast({
        title: "Trade offer sent",
        description: `${other} has 7 days to answer.`,
        action: { label: "View", onPress: () => void navigate("/TradeOffers?tab=outgoing") },
      });
      onClose();
    },
    failure: (error) => {
      if (!(error instanceof ApiError && error.status > 0 && error.status < 500)) return TRADE_MESSAGES.failed;
      // The viewer's items may have been sold meanwhile.
      void offerable.refetch();
      return error.message;
    },
  });
  const { values } = form;
  const chosen = inOrder(items, values.item_ids);
  useUnsavedGuard(open && form.dirty);

  const nothing = offerable.data?.length === 0;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Propose a trade"
      description={`For “${target.title}” from ${other}`}
      sticky={form.dirty}
      submitLabel="Send Trade Offer"
      disabled={offerable.isPending}
      instead={nothing ? <LinkButton to="/AddItem">List an item</LinkButton> : undefined}
    >
      {offerable.data === undefined ? (
        <QueryState query={offerable} what="your items" title="Failed to load your items." className="grid gap-4">
          <Skeleton className="h-44" />
          <Skeleton className="h-12" />
        </QueryState>
      ) : nothing ? (
        <Notice kind="info" title="You have nothing to offer yet">
          You can offer items you have on sale. List one, then come back.
        </Notice>
      ) : (
        <>
          <ItemPicker
            legend="Your items"
            multiple
            items={items.map((item) => ({ ...item, image: null }))}
            chosen={chosen.map((item) => item.id)}
            onChange={(item_ids) => form.change({ item_ids })}
            error={form.problem("item_ids")}
            more={offerable}
          />
          <Field
            label="Add cash"
            hint={`You pay ${other} in cash when you meet. Up to ${formatCents(TRADE_CASH_MAX_CENTS)}.`}
            error={form.problem("cash")}
            optional
          >
            <MoneyInput className="sm:max-w-60" {...form.input("cash")} />
          </Field>
          <Field
            label="Message"
            error={form.problem("message")}
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
              placeholder="Why it's a good swap, when you could meet…"
              {...form.input("message")}
            />
          </Field>
          <ProposalSummary target={target} chosen={chosen} cashCents={cashOf(values)} />
        </>
      )}
    </FormDialog>
  );
}

/** Returns the chosen items in the order they were chosen, without those that can no longer be offered. */
function inOrder(items: readonly OfferableItem[], ids: readonly string[]) {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((itemId) => {
    const item = byId.get(itemId);
    return item ? [{ ...item, cents: dollarsToCents(item.price) ?? 0 }] : [];
  });
}
