import { Clock, ExternalLink } from "lucide-react";
import { Link } from "react-router-dom";
import type { PaymentConfirmationView } from "#contract/orders";
import { COIN_FACTS, explorerUrl } from "#domain/payments/crypto-coins";
import { formatDollars, formatPlaceTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { Facts, Panel } from "../../../ui/layout.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";

const amountIn = (symbol: string) => `Amount in ${symbol}`;

const paidBy = (amount: string, fullName: string, dateTime: string) => `${amount} from ${fullName} · ${dateTime}`;

const SETTLED = {
  pending: { label: "Waiting", tone: "wattleSoft" },
  confirmed: { label: "Received", tone: "brand" },
  not_received: { label: "Not received", tone: "neutral" },
  lapsed: { label: "Overdue", tone: "hotSoft" },
} as const satisfies Record<PaymentConfirmationView["status"], { label: string; tone: string }>;

/** A payment the seller should look for: amount, buyer, reference and deadline. */
export function PendingCard({
  confirmation,
  onReceived,
  onNotReceived,
}: {
  confirmation: PaymentConfirmationView;
  onReceived: () => void;
  onNotReceived: () => void;
}) {
  const { item, buyer, confirmation_deadline: deadline, collection_zone: zone } = confirmation;
  const overdue = confirmation.status === "lapsed";
  const contested = confirmation.crypto?.contested ?? false;
  return (
    <Panel className="p-5">
      <article>
        <div className="flex items-start gap-4">
          <PhotoImg photo={null} url={item.image_urls[0] ?? null} alt="" className="size-20 shrink-0 rounded-md" />
          <div className="min-w-0 flex-1">
            <p className="text-2xl font-extrabold tabular-nums">{formatDollars(confirmation.amount)}</p>
            <h3 className="mt-0.5 font-semibold">
              <Link
                dir="auto"
                to={`/MyOrders/${confirmation.order_id}`}
                className="block hover:underline max-md:-my-3 max-md:py-3"
              >
                {item.title}
              </Link>
            </h3>
            <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
              <Clock className="size-4 shrink-0" />
              {contested ? (
                <span>Our team is checking it: another buyer named the same transaction</span>
              ) : overdue ? (
                <span className="font-semibold text-hot-ink">Overdue since {formatPlaceTime(deadline, zone)}</span>
              ) : (
                <span>
                  Confirm within <Countdown until={deadline} ended="no time left" className="font-semibold" /> (until{" "}
                  {formatPlaceTime(deadline, zone)})
                </span>
              )}
            </p>
          </div>
        </div>
        <dl className="mt-4 border-y border-line py-1">
          {confirmation.reference_number ? (
            <CopyRow name="Reference to look for" value={confirmation.reference_number} />
          ) : null}
          {confirmation.crypto ? <CryptoRows crypto={confirmation.crypto} /> : null}
        </dl>
        {confirmation.crypto ? <LookUp crypto={confirmation.crypto} /> : null}
        <Facts className="mt-3" items={[{ name: "Buyer", value: buyer.full_name }]} />
        <div className="mt-5 flex flex-wrap gap-2.5 max-sm:*:flex-1">
          <Button className="whitespace-nowrap max-sm:px-3" onClick={onReceived}>
            Payment received
          </Button>
          {overdue || contested ? null : (
            <Button variant="secondary" className="whitespace-nowrap max-sm:px-3" onClick={onNotReceived}>
              Not received
            </Button>
          )}
        </div>
      </article>
    </Panel>
  );
}

type Crypto = NonNullable<PaymentConfirmationView["crypto"]>;

/** The wallet shows the amount and the chain shows the hash; the seller needs both to identify the payment (D23). */
function CryptoRows({ crypto: { coin, amount_text: amount, tx_hash: hash } }: { crypto: Crypto }) {
  return (
    <>
      <CopyRow name={amountIn(COIN_FACTS[coin].symbol)} value={amount} />
      {hash === null ? null : <CopyRow name="Transaction hash" value={hash} />}
    </>
  );
}

function LookUp({ crypto: { coin, network, tx_hash: hash } }: { crypto: Crypto }) {
  const link = hash === null ? null : explorerUrl(coin, hash);
  if (link === null) return null;
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="mt-2 inline-flex min-h-tap items-center gap-2 font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      Look it up on the {network}
      <ExternalLink className="size-4 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

/** An answered confirmation. */
export function SettledRow({ confirmation }: { confirmation: PaymentConfirmationView }) {
  const { label, tone } = SETTLED[confirmation.status];
  return (
    <article className="flex items-center gap-4 py-3.5">
      <PhotoImg
        photo={null}
        url={confirmation.item.image_urls[0] ?? null}
        alt=""
        className="size-14 shrink-0 rounded-md"
      />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">
          <Link
            dir="auto"
            to={`/MyOrders/${confirmation.order_id}`}
            className="block truncate hover:underline max-md:-my-3 max-md:py-3"
          >
            {confirmation.item.title}
          </Link>
        </h3>
        <p className="text-sm text-muted">
          {paidBy(
            formatDollars(confirmation.amount),
            confirmation.buyer.full_name,
            formatPlaceTime(confirmation.payment_confirmed_at ?? confirmation.created_at, confirmation.collection_zone),
          )}
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
    </article>
  );
}
