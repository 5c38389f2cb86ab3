import { clsx } from "clsx";
import type { OfferableItem } from "#contract/trades";
import { dollarsToCents, formatCents } from "#domain/money";
import { Panel } from "../../ui/layout.tsx";
import { Thumbs } from "./thumbs.tsx";
import { balanceLabel } from "./trade-values.ts";

/** Maximum number of photos in the preview. */
const PREVIEW_MAX = 5;

/** Summary of a proposal: both sides and how their values compare. */
export function ProposalSummary({
  target,
  chosen,
  cashCents,
}: {
  target: { id: string; title: string; price: number; image_url: string | null };
  chosen: readonly (OfferableItem & { cents: number })[];
  /** Null while the typed text is not an amount. */
  cashCents: number | null;
}) {
  const cash = cashCents ?? 0;
  const items = chosen.reduce((sum, item) => sum + item.cents, 0);
  const give = items + cash;
  const get = dollarsToCents(target.price) ?? 0;
  return (
    <section aria-label="Summary">
      <Panel>
        {chosen.length === 0 ? null : (
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            <Side
              title="You give"
              items={chosen}
              what={chosen.length === 1 ? (chosen[0]?.title ?? "") : `${chosen.length} items`}
              detail={cash > 0 ? `${formatCents(items)} + ${formatCents(cash)} cash` : null}
              total={give}
            />
            <Side title="You get" items={[target]} what={target.title} detail={null} total={get} />
          </div>
        )}
        {/* Always rendered, so that screen readers announce each change. */}
        <p
          aria-live="polite"
          className={clsx(chosen.length === 0 ? "text-muted" : "mt-4 border-line border-t pt-3 font-semibold")}
        >
          {chosen.length === 0 ? "Choose what to offer and we'll compare the values." : balanceLabel(give, get)}
        </p>
      </Panel>
    </section>
  );
}

function Side({
  title,
  items,
  what,
  detail,
  total,
}: {
  title: string;
  items: readonly { id: string; image_url: string | null }[];
  what: string;
  detail: string | null;
  total: number;
}) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 flex items-baseline justify-between gap-3 font-semibold">
        {title}
        <span className="tabular-nums">{formatCents(total)}</span>
      </h3>
      <Thumbs items={items} max={PREVIEW_MAX} />
      <p className="mt-1.5 truncate text-sm">{what}</p>
      {detail ? <p className="text-sm text-muted tabular-nums">{detail}</p> : null}
    </div>
  );
}
