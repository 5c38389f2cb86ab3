import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { PayoutLine, SellerHub } from "#contract/selling/hub";
import { formatRate } from "#domain/payments/platform-fee";
import { ApiError } from "../../../lib/api-client.ts";
import { siteName } from "../../../lib/document-title.ts";
import { formatDate, formatDollars } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Panel, Section } from "../../../ui/layout.tsx";
import { LoadMore } from "../../../ui/load-more.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useReauthentication } from "../../account/index.ts";
import { HUB_KEY, payoutLink, refreshPayouts, useHub, usePayouts } from "./hub-api.ts";

/** Proceeds of card sales, the payout account, and the ad credit. */
export function HubMoney({ hub }: { hub: SellerHub }) {
  const { held, ready, sent } = hub.proceeds;
  const { platformFee } = useSession();
  const fee =
    platformFee > 0
      ? ` ${siteName()} keeps ${formatRate(platformFee)} of the price of each card sale. Amounts shown here are after that fee.`
      : "";
  const facts = [
    { name: "Pending", amount: held, hint: "Before pickup, or on hold" },
    {
      name: "Available for payout",
      amount: ready,
      hint: hub.payouts === "active" ? "In your next payout" : "Set up payouts to receive it",
    },
    { name: "Paid out", amount: sent, hint: "All card sales so far" },
    { name: "Ad credit", amount: hub.balance, hint: "For promoting items" },
  ];
  return (
    <Section
      title="Money"
      description={`We handle card payments. Buyers send bank transfers and crypto straight to you.${fee}`}
    >
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {facts.map(({ name, amount, hint }) => (
          <div key={name} className="rounded-lg bg-surface p-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="mt-1 text-2xl font-extrabold tabular-nums">{formatDollars(amount)}</dd>
            <dd className="mt-1 text-sm text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
      {hub.debt ? (
        <Notice kind="warning" title={`You owe us ${formatDollars(hub.debt.amount)}`} className="mt-4">
          <p>
            A buyer got money back that we had already paid you. We keep it from your next card sales. If it isn't
            settled by {formatDate(hub.debt.cards_off_at)}, buyers can't pay you by card until it is.
          </p>
        </Notice>
      ) : null}
      {hub.holds.map(({ reason, until }) => (
        <Notice key={`${until}-${reason}`} kind="warning" title="Your payouts are on hold" className="mt-4">
          <p className="wrap-anywhere">{reason}</p>
          <p>
            {until === null ? null : `Until ${formatDate(until)}. Then we pay you.`} Think it's a mistake?{" "}
            <Link to="/Contact" className="font-semibold underline underline-offset-4">
              Ask us to look again
            </Link>
            .
          </p>
        </Notice>
      ))}
      <PayoutAccount state={hub.payouts} ready={ready} />
      <PayoutList />
      <p className="mt-5 max-w-prose text-sm text-muted">
        We send the money for a card sale after pickup, and for your first sales a few days later. We can hold it while
        we check a problem. If a buyer gets money back later, by a refund or a chargeback, you owe it to us, and we keep
        it from your next sales.{" "}
        <Link to="/Terms#payouts" className="font-semibold underline underline-offset-4">
          How payouts work
        </Link>
        {" · "}
        <Link to="/Statement" className="font-semibold underline underline-offset-4">
          Monthly statements and invoices
        </Link>
      </p>
    </Section>
  );
}

const PROMPTS = {
  none: {
    title: "Set up payouts",
    text: "Tell our card provider who you are and where to send your money. It takes about 5 minutes. We never see those bank details.",
    action: "Set up payouts",
  },
  unfinished: {
    title: "Finish setting up payouts",
    text: "The card provider needs more information before it can pay you.",
    action: "Continue",
  },
  closed: {
    title: "Your payout account is closed",
    text: "The card provider closed or declined it, so it can't receive money. Open another one to get paid for card sales.",
    action: "Open another account",
  },
} as const;

function PayoutAccount({ state, ready }: { state: SellerHub["payouts"]; ready: number }) {
  const client = useQueryClient();
  const hub = useHub();
  const [search, setSearch] = useSearchParams();
  const { confirmed, dialog } = useReauthentication();
  const start = useMutation({
    mutationFn: () => confirmed(payoutLink),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      if (error instanceof ApiError && error.code === "confirmation_required") return;
      toastError()(error);
    },
  });
  const refresh = useMutation({
    mutationFn: refreshPayouts,
    onSuccess: ({ payouts }) => {
      client.setQueryData<SellerHub>(HUB_KEY, (known) => known && { ...known, payouts });
      if (payouts === "active") toast({ title: "Payouts are set up" });
      void hub.refetch();
    },
  });

  // Returned from the provider: load the state now instead of waiting for its webhook.
  const back = search.get("payouts");
  const requested = useRef(false);
  const { mutate: ask } = refresh;
  useEffect(() => {
    if (back === null || requested.current) return;
    requested.current = true;
    setSearch({}, { replace: true });
    ask();
  }, [back, ask, setSearch]);

  if (state === "unavailable") return null;
  if (state === "active") {
    return (
      <p className="mt-4 flex flex-wrap items-center gap-2.5">
        <Badge tone="brand">Payouts are on</Badge>
        <span className="text-muted">We pay you once the buyer has picked up the item.</span>
      </p>
    );
  }
  const { title, text, action } = PROMPTS[state];
  return (
    <Panel tone={ready > 0 ? "wattle" : "brand"} className="mt-4 flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 max-w-prose">
        <p className="font-bold">{title}</p>
        <p>{ready > 0 ? `${formatDollars(ready)} is ready to pay out. ${text}` : text}</p>
      </div>
      <Button onClick={() => start.mutate()} loading={start.isPending || refresh.isPending} className="max-sm:w-full">
        {action}
      </Button>
      {dialog}
    </Panel>
  );
}

const STATES: Record<PayoutLine["status"], { label: string; tone: "neutral" | "brand" | "wattleSoft" }> = {
  ready: { label: "Ready", tone: "wattleSoft" },
  sent: { label: "Paid out", tone: "brand" },
  reversing: { label: "Being reversed", tone: "wattleSoft" },
  reversed: { label: "Refunded to buyer", tone: "neutral" },
  held: { label: "On hold", tone: "wattleSoft" },
};

/** "Paid out 3 Dec 2026."; nothing when all of it was kept for a debt. */
function payoutDay({ sent_at, status, created_at }: PayoutLine): string | null {
  if (sent_at !== null) return `Paid out ${formatDate(sent_at)}.`;
  return status === "sent" ? null : `Due since ${formatDate(created_at)}.`;
}

/** Payouts, one line per card sale; nothing before the first. */
function PayoutList() {
  const payouts = usePayouts();
  const lines = payouts.data?.pages.flatMap((page) => page.items) ?? [];
  if (payouts.isError && lines.length === 0) {
    return (
      <p className="mt-4 text-muted">
        The list of payouts didn't load.{" "}
        <button type="button" className="min-h-tap font-semibold underline" onClick={() => void payouts.refetch()}>
          Retry
        </button>
      </p>
    );
  }
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 text-lg font-bold">Payouts</h3>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.order_id} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <Link
                dir="auto"
                to={`/MyOrders/${line.order_id}`}
                className="block truncate font-semibold hover:underline"
              >
                {line.title}
              </Link>
              <p className="text-sm text-muted">
                {payoutDay(line)}
                {line.kept > 0 ? ` ${formatDollars(line.kept)} kept for what you owed.` : null}
              </p>
              {line.hold === null ? null : (
                <p className="text-sm wrap-anywhere">
                  {line.hold.until === null ? "On hold." : `On hold until ${formatDate(line.hold.until)}.`}{" "}
                  {line.hold.reason}
                </p>
              )}
            </div>
            <Badge tone={STATES[line.status].tone}>
              {line.status === "sent" && line.sent_at === null ? "Kept" : STATES[line.status].label}
            </Badge>
            <span className="shrink-0 font-bold tabular-nums">{formatDollars(line.amount)}</span>
          </li>
        ))}
      </ul>
      <LoadMore what="payouts" list={payouts} />
    </>
  );
}
