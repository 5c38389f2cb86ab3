import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import { COIN_FACTS } from "#domain/payments/crypto-coins";
import { qrContent } from "#domain/payments/crypto-quote";
import { formatDollars } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Field } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { hashError } from "../crypto-state.ts";
import type { Checkout } from "../use-checkout.ts";

const rateOf = (amount: string, rate: string, symbol: string) => `${amount} at ${rate} per ${symbol}`;

/** Step 4 of crypto: wallet, exact amount and its expiry, then the transaction hash as evidence (D23). */
export function CryptoStep({ checkout }: { checkout: Checkout }) {
  const { quote, failure } = checkout.state.crypto;
  const renewing = checkout.state.busy === "revealing";
  if (quote === null) {
    return failure === null ? <Loading /> : <Missing reason={failure} onRetry={() => void checkout.quote()} />;
  }
  return (
    <>
      <Wallet quote={quote} />
      <QuoteLine quote={quote} renewing={renewing} failure={failure} onRenew={() => void checkout.quote()} />
      <HashField checkout={checkout} />
    </>
  );
}

function Wallet({ quote }: { quote: CryptoQuoteReply }) {
  const { symbol } = COIN_FACTS[quote.coin];
  return (
    <>
      <Notice kind="warning" className="mb-3">
        <p>
          Send only <strong>{symbol}</strong> on the <strong>{quote.network}</strong>. Anything you send on another
          network will be lost.
        </p>
        {quote.destination_tag === null ? null : (
          <p className="mt-1">Include the destination tag too, or the seller may never receive your payment.</p>
        )}
      </Notice>
      <Panel className="py-2">
        <div className="flex justify-center py-2">
          <QrCode
            value={qrContent(quote.coin, quote.address, quote.amount_text)}
            title="QR code for the wallet address"
          />
        </div>
        <dl className="divide-y divide-line">
          <CopyRow name="Wallet address" value={quote.address} />
          {quote.destination_tag === null ? null : <CopyRow name="Destination tag" value={quote.destination_tag} />}
          <CopyRow name={`Amount in ${symbol}`} value={quote.amount_text} />
        </dl>
      </Panel>
    </>
  );
}

/** Value and expiry of the quote; after expiry, a button to renew it. */
function QuoteLine({
  quote,
  renewing,
  failure,
  onRenew,
}: {
  quote: CryptoQuoteReply;
  renewing: boolean;
  failure: string | null;
  onRenew: () => void;
}) {
  const over = useNow() >= quote.quote_expires_at;
  if (over) {
    return (
      <Notice kind="warning" className="mt-3" title="This amount has expired">
        <p>
          Not paid yet? Get a new amount first. Already paid? Enter your transaction hash below and it'll still count.
        </p>
        {failure ? <p className="mt-1 font-semibold">{failure}</p> : null}
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          loading={renewing}
          icon={<RotateCw className="size-4" aria-hidden="true" />}
          onClick={onRenew}
        >
          Get a new amount
        </Button>
      </Notice>
    );
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <span>{rateOf(formatDollars(quote.amount), formatDollars(quote.rate), COIN_FACTS[quote.coin].symbol)}</span>
      {quote.estimate ? <Badge tone="wattleSoft">Estimate</Badge> : null}
      <span>
        Locked for <Countdown until={quote.quote_expires_at} className="font-semibold text-ink" />
      </span>
    </p>
  );
}

function HashField({ checkout }: { checkout: Checkout }) {
  const { crypto, busy } = checkout.state;
  const [left, setLeft] = useState(false);
  const problem = left ? hashError(crypto) : null;
  return (
    <form
      className="mt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setLeft(true);
        void checkout.next();
      }}
    >
      <Field
        label="Transaction hash"
        required
        error={problem ?? undefined}
        hint="Your wallet shows it once you've paid. The seller uses it to check your payment."
      >
        <TextInput
          value={crypto.txHash}
          onChange={(event) => checkout.typeHash(event.target.value)}
          onBlur={() => setLeft(true)}
          disabled={busy === "paying"}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
    </form>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the payment details…</span>
      <Skeleton className="h-40" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}

function Missing({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Panel tone="wattle">
      <p role="alert" className="font-semibold">
        The payment details didn't load
      </p>
      <p className="mt-1">{reason || "Please try again."}</p>
      <Button
        size="sm"
        variant="secondary"
        className="mt-3"
        icon={<RotateCw className="size-4" aria-hidden="true" />}
        onClick={onRetry}
      >
        Check again
      </Button>
    </Panel>
  );
}
