import { ExternalLink } from "lucide-react";
import type { BankDetails } from "#contract/account/profiles";
import type { CryptoTerms, OrderView } from "#contract/orders";
import { COIN_FACTS, explorerUrl } from "#domain/payments/crypto-coins";
import { qrContent } from "#domain/payments/crypto-quote";
import { formatDollars } from "../../lib/format.ts";
import { CopyRow } from "../../ui/copy-row.tsx";
import { Panel, Section } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QrCode } from "../../ui/qr-code.tsx";

/** Payment details while a payment is expected; afterwards a link to look up a crypto payment. */
export function PaymentDetails({ order }: { order: OrderView }) {
  return (
    <>
      <BankTransfer order={order} />
      <CryptoPayment order={order} />
    </>
  );
}

/** The bank details stored with the order, so that a later edit by the seller never redirects a payment (D8). */
function BankTransfer({ order }: { order: OrderView }) {
  if (!order.bank_details) return null;
  return (
    <Section
      title="Bank transfer"
      description={
        order.status === "awaiting_payment"
          ? "Include this reference so the seller can match your payment."
          : "Your transfer should show these details. Check them against your bank's record."
      }
    >
      <TransferDetails details={order.bank_details} amount={order.amount} reference={order.reference_number} />
    </Section>
  );
}

interface TransferDetailsProps {
  details: BankDetails;
  /** Dollars. */
  amount: number;
  reference: string | null;
}

/** Account, amount and reference of a bank transfer, to copy (D24). */
export function TransferDetails({ details, amount, reference }: TransferDetailsProps) {
  return (
    <Panel className="py-2">
      <dl className="divide-y divide-line">
        <CopyRow name="Account name" value={details.account_name} />
        <CopyRow name="BSB" value={details.bsb} />
        <CopyRow name="Account number" value={details.account_number} />
        <CopyRow name="Amount" value={formatDollars(amount)} />
        {reference ? <CopyRow name="Reference" value={reference} /> : null}
      </dl>
    </Panel>
  );
}

/** The locked quote, and the transaction once it is known (D23). */
function CryptoPayment({ order }: { order: OrderView }) {
  if (!order.crypto) return null;
  const { coin, network } = order.crypto;
  const unpaid = order.status === "awaiting_payment" && order.role === "buyer";
  return (
    <Section title={`${COIN_FACTS[coin].name} payment`} description={unpaid ? undefined : network}>
      <CryptoDetails terms={order.crypto} unpaid={unpaid} />
    </Section>
  );
}

interface CryptoDetailsProps {
  terms: Pick<CryptoTerms, "coin" | "network" | "address" | "destination_tag" | "amount_text" | "tx_hash">;
  unpaid: boolean;
}

/** Wallet, amount and QR code of a crypto payment, to copy; once it was sent, a link to look it up. */
export function CryptoDetails({ terms, unpaid }: CryptoDetailsProps) {
  const { coin, network, address, destination_tag: tag, amount_text: amount, tx_hash: hash } = terms;
  const { symbol } = COIN_FACTS[coin];
  const link = hash === null ? null : explorerUrl(coin, hash);
  return (
    <>
      {unpaid ? (
        <Notice kind="warning" className="mb-3">
          <p>
            Send only <strong>{symbol}</strong> on the <strong>{network}</strong>. Anything you send on another network
            will be lost.
          </p>
          {tag === null ? null : (
            <p className="mt-1">Include the destination tag too, or the seller may never receive your payment.</p>
          )}
        </Notice>
      ) : null}
      <Panel className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <dl className="min-w-0 flex-1 basis-64 divide-y divide-line [&_dd]:break-all">
          <CopyRow name={`Amount in ${symbol}`} value={amount} />
          {unpaid ? <CopyRow name="Wallet address" value={address} /> : null}
          {unpaid && tag !== null ? <CopyRow name="Destination tag" value={tag} /> : null}
          {hash === null ? null : <CopyRow name="Transaction hash" value={hash} />}
        </dl>
        {unpaid ? (
          <div className="mx-auto rounded-md bg-white p-3">
            <QrCode value={qrContent(coin, address, amount)} title="QR code for the wallet address" />
          </div>
        ) : null}
        {link ? (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-tap basis-full items-center gap-2 font-semibold text-brand-ink underline-offset-4 hover:underline"
          >
            Look up the payment
            <ExternalLink className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ) : null}
      </Panel>
    </>
  );
}
