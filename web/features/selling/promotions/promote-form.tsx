import { Megaphone } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { MESSAGES } from "#contract/copy";
import type { PromotionsReply } from "#contract/selling/promotions";
import type { AdPlacement } from "#domain/ads/ads";
import { centsToDollars } from "#domain/money";
import {
  addDays,
  datesProblem,
  daysOf,
  PROMOTION_AHEAD_DAYS,
  PROMOTION_DAYS_MAX,
  promotionCents,
} from "#domain/selling/promotions";
import { ApiError, errorMessage, newIdempotencyKey } from "../../../lib/api-client.ts";
import { formatDollars } from "../../../lib/format.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { PLACEMENT_LABELS, PLACEMENT_ORDER } from "../../ads/index.ts";
import { ItemPicker } from "../../items/index.ts";
import type { useOwnListings } from "../own-listings.ts";
import { usePromotionCommand } from "./api.ts";

const aDay = (label: string, dollars: string) => `${label}, ${dollars} a day`;

type Listings = ReturnType<typeof useOwnListings>;

interface Props {
  listings: Listings & { data: NonNullable<Listings["data"]> };
  terms: Pick<PromotionsReply, "today" | "prices">;
  /** Ad credit in dollars. */
  balance: number;
  /** Preselected by the URL. */
  itemId: string | null;
  onAddFunds: () => void;
}

/** Default length: a week, including today. */
const USUAL_DAYS = 7;

/** Form of a promotion: item, placement, dates and price. */
export function PromoteForm({ listings, terms, balance, itemId, onAddFunds }: Props) {
  const { today, prices } = terms;
  const [chosen, setChosen] = useState<string[]>(() =>
    listings.data.some((item) => item.id === itemId) && itemId !== null ? [itemId] : [],
  );
  const [placement, setPlacement] = useState<AdPlacement>("local_deals");
  const [start, setStart] = useState(today);
  const [end, setEnd] = useState(() => addDays(today, USUAL_DAYS - 1));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef<{ key: string; body: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const command = usePromotionCommand();

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  if (listings.data.length === 0) {
    return (
      <EmptyState
        icon={<Megaphone className="size-7" />}
        title="Nothing to promote yet"
        description="List an item first, then promote it to people nearby."
        action={<LinkButton to="/AddItem">Add New Item</LinkButton>}
      />
    );
  }

  const item = listings.data.find(({ id }) => id === chosen[0]);
  const dates = { start_date: start, end_date: end };
  const days = daysOf(start, end);
  const amount = centsToDollars(promotionCents(placement, dates));
  // Only with an item; otherwise the empty form after a purchase would say that money is missing.
  const short = item !== undefined && amount > balance;
  const daily = prices.find((price) => price.placement === placement)?.daily ?? 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending) return;
    setFailure(null);
    const found: Record<string, string> = {};
    if (!item) found.item_id = "Please choose an item.";
    const wrong = datesProblem(dates, today);
    if (wrong) found[wrong.field] = wrong.message;
    setProblems(found);
    if (!item || wrong) return;
    if (short) return setFailure(MESSAGES.notEnoughCredit);
    const promotion = { item_id: item.id, placement, ...dates, amount };
    const body = JSON.stringify(promotion);
    if (attempt.current?.body !== body) attempt.current = { key: newIdempotencyKey(), body };
    command.mutate(
      { kind: "buy", promotion, key: attempt.current.key },
      {
        onSuccess: (reply) => {
          attempt.current = null;
          setChosen([]);
          toast({
            title: "Promotion booked",
            description: `${formatDollars(reply.promotion.amount)} spent, ${formatDollars(reply.balance)} left.`,
          });
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status > 0 && error.status < 500) attempt.current = null;
          const fields = error instanceof ApiError ? error.fields : {};
          setProblems(fields);
          if (Object.keys(fields).length === 0) setFailure(errorMessage(error));
        },
      },
    );
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="grid gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12"
    >
      <div className="grid gap-6">
        <ItemPicker
          legend="Item"
          multiple={false}
          items={listings.data.map(({ id, title, price, image, status }) => ({
            id,
            title,
            price,
            image,
            ...(status === "active" || status === "reserved" ? {} : { unfit: "being bought" }),
          }))}
          chosen={chosen}
          onChange={(ids) => {
            setChosen(ids);
            setProblems({});
          }}
          error={problems.item_id}
          more={listings}
        />
        <RadioCards
          legend="Where"
          columns={2}
          value={placement}
          onChange={setPlacement}
          error={problems.placement}
          options={PLACEMENT_ORDER.map((name) => ({
            value: name,
            label: aDay(
              PLACEMENT_LABELS[name].label,
              formatDollars(prices.find((price) => price.placement === name)?.daily ?? 0),
            ),
            description: PLACEMENT_LABELS[name].where,
          }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First day" error={problems.start_date} required>
            <TextInput
              type="date"
              value={start}
              min={today}
              max={addDays(today, PROMOTION_AHEAD_DAYS)}
              onChange={(event) => setStart(event.target.value)}
            />
          </Field>
          <Field
            label="Last day"
            hint={`Up to ${PROMOTION_DAYS_MAX} days (Sydney time).`}
            error={problems.end_date}
            required
          >
            <TextInput type="date" value={end} min={start} onChange={(event) => setEnd(event.target.value)} />
          </Field>
        </div>
      </div>
      <div className="md:sticky md:top-24 md:self-start">
        <Panel tone="brand" className="p-4 sm:p-6">
          <p className="text-sm font-semibold text-brand-ink">Sponsored</p>
          <div className="mt-2 flex items-center gap-3.5">
            <PhotoImg photo={item?.image ?? null} alt="" sizes="64px" className="size-16 shrink-0 rounded-md" />
            <p className="line-clamp-2 min-w-0 font-semibold">{item?.title ?? "Your item"}</p>
          </div>
        </Panel>
        <Panel className="mt-3">
          <dl className="grid gap-1.5">
            <Line
              name={`${days} ${days === 1 ? "day" : "days"} at ${formatDollars(daily)}`}
              value={formatDollars(amount)}
            />
            <Line name="Your ad credit" value={formatDollars(balance)} />
            {item ? (
              <Line
                name={short ? "You need another" : "Ad credit left"}
                value={formatDollars(Math.abs(Math.round((balance - amount) * 100)) / 100)}
                strong
              />
            ) : null}
          </dl>
          {failure ? (
            <Notice kind="error" className="mt-4">
              {failure}
            </Notice>
          ) : null}
          {short && days > 0 ? (
            <Button size="lg" block className="mt-4" variant="wattle" onClick={onAddFunds}>
              Add funds
            </Button>
          ) : null}
          <Button
            type="submit"
            size="lg"
            block
            className="mt-4"
            variant={short ? "secondary" : "primary"}
            loading={command.isPending}
          >
            {days > 0 ? `Promote for ${formatDollars(amount)}` : "Promote"}
          </Button>
          <p className="mt-3 text-sm text-muted">
            Ads in the same spot rotate. Cancel any time, or when it sells, and we'll refund unused days.
          </p>
        </Panel>
      </div>
    </form>
  );
}

function Line({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div
      className={
        strong
          ? "mt-1 flex justify-between gap-4 border-t border-line pt-2.5 text-lg font-bold"
          : "flex justify-between gap-4"
      }
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
