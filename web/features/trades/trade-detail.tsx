import { Clock, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { TradeItem, TradeView } from "#contract/trades";
import { dollarsToCents } from "#domain/money";
import { ApiError } from "../../lib/api-client.ts";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatDateTime, formatDollars, formatPrice } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Columns } from "../../ui/columns.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { PageBody, PageHeader, Panel, Section } from "../../ui/layout.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { SupportButton } from "../community/index.ts";
import { MessageButton } from "../messages/index.ts";
import { OrderRatingsPanel } from "../orders/index.ts";
import { useTrade } from "./api.ts";
import { TradeActions } from "./trade-actions.tsx";
import { explain, statusLabel, type Tone } from "./trade-labels.ts";
import { MeetingSection } from "./trade-meeting.tsx";
import { balanceLabel, sidesOf, type TradeSide } from "./trade-values.ts";

const PANEL_TONES = {
  neutral: "surface",
  brand: "brand",
  wattle: "wattle",
  hot: "hot",
} as const satisfies Record<Tone, string>;

/** One trade, for its two parties. `tab` is the list it was opened from; without it, the list it belongs to. */
export function TradeDetail({ id, tab }: { id: string; tab: string | null }) {
  const { data: trade, isPending, error, refetch } = useTrade(id);
  useDocumentTitle(trade ? `Trade: ${trade.target.title}` : undefined);
  if (error instanceof ApiError && (error.code === "not_found" || error.code === "invalid")) {
    return (
      <PageBody width="form">
        <PageHeader title="Trade" />
        <EmptyState
          title="We can't find this trade"
          description="It may belong to another account."
          action={<LinkButton to="/TradeOffers">Trade offers</LinkButton>}
        />
      </PageBody>
    );
  }
  if (isPending) return <PageSkeleton />;
  if (!trade) return <ErrorState query={{ error, refetch }} />;
  const { give, get } = sidesOf(trade);
  const open = trade.status === "proposed";
  const other = trade.counterparty.display_name;
  return (
    <PageBody>
      <PageHeader
        title={`Trade for “${trade.target.title}”`}
        description={
          <>
            With{" "}
            <Link to={`/Store/${trade.counterparty.id}`} className="font-semibold text-brand-ink underline">
              {other}
            </Link>
          </>
        }
        back={{ to: `/TradeOffers?tab=${tab ?? boxOf(trade)}`, label: "Trade offers" }}
        actions={<MessageButton itemId={trade.target.id} person={trade.counterparty} />}
      />
      <Columns
        aside={
          <>
            <Side title="You get" side={get} cash={`Cash from ${other}, when you meet`} open={open} />
            <Side title="You give" side={give} cash={`Cash to ${other}, when you meet`} open={open} />
            <p className="mt-5 font-semibold">
              {balanceLabel(dollarsToCents(give.value) ?? 0, dollarsToCents(get.value) ?? 0)}
            </p>
            <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-muted">Need help?</span>
              <SupportButton variant="ghost" size="sm" about={`Trade for “${trade.target.title}” (${trade.id}):\n\n`} />
            </div>
          </>
        }
      >
        <StatusPanel
          {...statusLabel(trade)}
          text={explain(trade, serverNow())}
          endsIn="The offer ends in"
          endsAt={trade.expires_at}
          onClockEnd={() => void refetch()}
          actions={<TradeActions trade={trade} />}
        />
        <OrderRatingsPanel
          deal={trade.status === "completed" ? trade.order_id : null}
          person={other}
          rates={trade.role === "seller" ? "buyer" : "seller"}
          trade
        />
        {trade.message ? (
          <Section title={trade.role === "offeror" ? "Your message" : `Message from ${other}`}>
            <p dir="auto" className="max-w-prose whitespace-pre-line break-words">
              {trade.message}
            </p>
          </Section>
        ) : null}
        <MeetingSection trade={trade} />
      </Columns>
    </PageBody>
  );
}

function boxOf(trade: TradeView): string {
  if (trade.status !== "proposed" && trade.status !== "accepted") return "history";
  return trade.role === "seller" ? "incoming" : "outgoing";
}

interface StatusPanelProps {
  label: string;
  tone: Tone;
  text: string;
  note?: string | null;
  /** Before the countdown: "The offer ends in". */
  endsIn: string;
  /** No countdown without it. */
  endsAt: number | null;
  onClockEnd: () => void;
  actions: ReactNode;
}

/** Where a trade or a swap circle stands, its deadline, and what the viewer can do. */
export function StatusPanel({ label, tone, text, note, endsIn, endsAt, onClockEnd, actions }: StatusPanelProps) {
  return (
    <Panel tone={PANEL_TONES[tone]} className="p-5 sm:p-6">
      <div aria-live="polite">
        <h2 className="text-lg font-bold">{label}</h2>
        <p className="mt-1">{text}</p>
        {note ? <p className="mt-1">Our team's reason: {note}</p> : null}
      </div>
      {endsAt === null ? null : (
        <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Clock className="size-4 shrink-0 text-muted" />
          <span>
            {endsIn} <Countdown until={endsAt} ended="a moment" className="font-semibold" onEnd={onClockEnd} />
          </span>
          <span className="text-sm text-muted">on {formatDateTime(endsAt)}</span>
        </p>
      )}
      <div className="mt-4 empty:hidden">{actions}</div>
    </Panel>
  );
}

function Side({
  title,
  side,
  cash,
  open,
}: {
  title: string;
  side: TradeSide;
  /** Label of the cash on this side. */
  cash: string;
  /** Whether the trade can still be accepted, so that the availability of items matters. */
  open: boolean;
}) {
  return (
    <Section title={title} actions={<p className="text-lg font-bold tabular-nums">{formatDollars(side.value)}</p>}>
      <ul className="divide-y divide-line">
        {side.items.map((item) => (
          <ItemLine key={item.id} item={item} open={open} />
        ))}
        {side.cash > 0 ? (
          <li className="flex items-center justify-between gap-4 py-3">
            <span>{cash}</span>
            <span className="font-semibold tabular-nums">{formatDollars(side.cash)}</span>
          </li>
        ) : null}
      </ul>
    </Section>
  );
}

function ItemLine({ item, open }: { item: TradeItem; open: boolean }) {
  return (
    <li className="flex gap-4 py-3">
      <PhotoImg photo={null} url={item.image_url} alt="" className="size-20 shrink-0 rounded-md" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Link dir="auto" to={`/ItemDetail/${item.id}`} className="font-semibold hover:underline">
            {item.title}
          </Link>
          <span className="font-semibold tabular-nums">{formatPrice(item.price)}</span>
        </p>
        {item.available || !open ? null : <Badge className="mt-1">Not available</Badge>}
        <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
          <MapPin className="mt-0.5 size-3.5 shrink-0" />
          {item.collection_summary}
        </p>
      </div>
    </li>
  );
}
