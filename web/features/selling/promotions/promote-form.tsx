import { Megaphone } from "lucide-react";
import { MESSAGES } from "#contract/copy";
import type { NewPromotionInput, PromotionsReply } from "#contract/selling/promotions";
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
import type { Checked } from "../../../lib/field-errors.ts";
import { formatDollars } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
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
  const command = usePromotionCommand();
  const form = useApiForm({
    start: {
      item_id: listings.data.some((item) => item.id === itemId) ? itemId : null,
      placement: "local_deals" as AdPlacement,
      start_date: today,
      end_date: addDays(today, USUAL_DAYS - 1),
    },
    check: (values): Checked<NewPromotionInput> => {
      const item = listings.data.find(({ id }) => id === values.item_id);
      const wrong = datesProblem(values, today);
      if (!item || wrong) {
        return {
          ok: false,
          problems: {
            ...(!item && { item_id: "Please choose an item." }),
            ...(wrong && { [wrong.field]: wrong.message }),
          },
        };
      }
      const amount = centsToDollars(promotionCents(values.placement, values));
      // Belongs to no field.
      if (amount > balance) return { ok: false, problems: { amount: MESSAGES.notEnoughCredit } };
      return { ok: true, body: { ...values, item_id: item.id, amount } };
    },
    send: (promotion, key) => command.mutateAsync({ kind: "buy", promotion, key }),
    onSent: ({ promotion, balance: left }) => {
      form.change({ item_id: null });
      toast({
        title: "Promotion booked",
        description: `${formatDollars(promotion.amount)} spent, ${formatDollars(left)} left.`,
      });
    },
  });
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

  const { placement, start_date: start, end_date: end } = form.values;
  const item = listings.data.find(({ id }) => id === form.values.item_id);
  const days = daysOf(start, end);
  const amount = centsToDollars(promotionCents(placement, form.values));
  // Only with an item; otherwise the empty form after a purchase would say that money is missing.
  const short = item !== undefined && amount > balance;
  const daily = prices.find((price) => price.placement === placement)?.daily ?? 0;

  return (
    <form {...form.form} className="grid gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
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
          chosen={item ? [item.id] : []}
          onChange={([id = null]) => form.change({ item_id: id }, ["start_date", "end_date"])}
          error={form.problem("item_id")}
          more={listings}
        />
        <RadioCards
          legend="Where"
          columns={2}
          value={placement}
          onChange={(value) => form.change({ placement: value })}
          error={form.problem("placement")}
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
          <Field label="First day" error={form.problem("start_date")} required>
            <TextInput
              type="date"
              min={today}
              max={addDays(today, PROMOTION_AHEAD_DAYS)}
              {...form.input("start_date")}
            />
          </Field>
          <Field
            label="Last day"
            hint={`Up to ${PROMOTION_DAYS_MAX} days (Sydney time).`}
            error={form.problem("end_date")}
            required
          >
            <TextInput type="date" min={start} {...form.input("end_date")} />
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
          {form.failure ? (
            <Notice kind="error" className="mt-4">
              {form.failure}
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
            loading={form.busy}
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
