import { clsx } from "clsx";
import { ArrowLeftRight } from "lucide-react";
import type { TradeView } from "#contract/trades";
import { dollarsToCents } from "#domain/money";
import { formatDollars } from "../../lib/format.ts";
import { Thumbs } from "./thumbs.tsx";
import { sideLabel } from "./trade-labels.ts";
import { balanceLabel, sidesOf, type TradeSide } from "./trade-values.ts";

/** Maximum number of photos per side in the list. */
const LIST_MAX = 4;

const cents = (dollars: number) => dollarsToCents(dollars) ?? 0;

/** Both sides of a trade next to each other, and how their values compare. */
export function TradeSides({ trade }: { trade: TradeView }) {
  const { give, get } = sidesOf(trade);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-x-6">
        <Side title="You give" side={give} />
        <ArrowLeftRight className="size-5 self-center text-muted max-sm:hidden" />
        <Side title="You get" side={get} />
      </div>
      <p className={clsx("mt-3 text-sm", trade.even ? "font-semibold text-brand-ink" : "text-muted")}>
        {balanceLabel(cents(give.value), cents(get.value))}
      </p>
    </>
  );
}

function Side({ title, side }: { title: string; side: TradeSide }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{title}</span>
        <span className="font-semibold tabular-nums">{formatDollars(side.value)}</span>
      </p>
      <Thumbs items={side.items} max={LIST_MAX} />
      <p className="mt-1.5 line-clamp-2 text-sm">{sideLabel(side)}</p>
    </div>
  );
}
