import { clsx } from "clsx";
import { TrendingDown, TrendingUp } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { AdjustPrices, type BulkReply, type OwnItemRow } from "#contract/selling/my-items";
import { dollarsToCents, formatCents } from "#domain/money";
import { readPercent } from "#domain/readers/percent";
import { ADJUST_PRESETS, type Adjustment } from "#domain/selling/price-adjust";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { formatPrice } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useAdjustPrices } from "./api.ts";
import { itemCountLabel, refusalOr, showResult } from "./bulk-result.ts";
import { previewOf } from "./row-state.ts";

/** Why some of the selected items are excluded. */
const EXCLUDED_NOTES = {
  sold: (n: number) => `${n} sold item(s) will be excluded`,
  free: (n: number) => `${n} free item(s) will be excluded`,
  locked: (n: number) => `${n} reserved item(s) will be excluded`,
  minimum: (n: number) => `${n} item(s) would fall below their minimum price and will be excluded`,
  maximum: (n: number) => `${n} item(s) would go above the highest price and will be excluded`,
};

const EXCLUDED = ["sold", "free", "locked", "minimum", "maximum"] as const;
const DIRECTIONS = [
  { value: "decrease", label: "Decrease", icon: <TrendingDown className="size-5" /> },
  { value: "increase", label: "Increase", icon: <TrendingUp className="size-5" /> },
] as const;

/** Used for the preview while the typed percentage is invalid. */
const NO_CHANGE: Adjustment = { direction: "increase", percent: 0 };

/** Changes prices by a percentage, with a preview calculated by the server's own rule. */
export default function PriceAdjustDialog({
  open,
  items,
  onClose,
  onDone,
}: {
  open: boolean;
  items: readonly OwnItemRow[];
  onClose: () => void;
  onDone: (reply: BulkReply) => void;
}) {
  const [direction, setDirection] = useState<Adjustment["direction"]>("decrease");
  const [typed, setTyped] = useState(String(ADJUST_PRESETS[1]));
  const [failure, setFailure] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const adjust = useAdjustPrices();
  const form = useId();

  const percent = readPercent(typed) ?? Number.NaN;
  const problem = fieldErrors(AdjustPrices, { ids: items.map((item) => item.id), direction, percent }).percent;
  const adjustment = problem === undefined ? { direction, percent } : null;
  const now = serverNow();
  const rows = items.map((item) => ({ item, price: previewOf(item, adjustment ?? NO_CHANGE, now) }));
  const adjustable = rows.filter(({ price }) => price.ok);
  const notAdjustable = rows.filter(({ price }) => !price.ok);
  const excluded = (reason: (typeof EXCLUDED)[number]) =>
    notAdjustable.filter(({ price }) => !price.ok && price.reason === reason).length;
  const notes = EXCLUDED.flatMap((reason) => {
    const n = excluded(reason);
    return n === 0 ? [] : EXCLUDED_NOTES[reason](n);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    setFailure(null);
    if (adjust.isPending) return;
    if (problem !== undefined) return input.current?.focus();
    if (adjustable.length === 0) {
      toast({
        title: "No Adjustable Items",
        description: "You can't change any of these prices.",
        variant: "destructive",
      });
      return;
    }
    const ids = adjustable.map(({ item }) => item.id);
    adjust.mutate(
      { ids, direction, percent },
      {
        onSuccess: (reply) => {
          showResult("prices", reply);
          onDone(reply);
        },
        onError: (error) => {
          const why = refusalOr(error, "Failed to update prices");
          setFailure(why);
          toast({ title: "Update Failed", description: why, variant: "destructive" });
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={items.length === 1 ? "Adjust price" : "Adjust prices"}
      description={items.length === 1 ? items[0]?.title : `${itemCountLabel(items.length)} selected`}
      sticky={adjust.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={adjust.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={adjust.isPending}>
            {adjustable.length === 1 || adjustable.length === 0 ? "Update price" : `Update ${adjustable.length} prices`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <RadioCards
          legend="Direction"
          hideLegend
          columns={2}
          options={DIRECTIONS}
          value={direction}
          onChange={setDirection}
        />
        <div>
          <fieldset className="mb-3 flex flex-wrap gap-2">
            <legend className="mb-1.5 font-semibold">By</legend>
            {ADJUST_PRESETS.map((preset) => (
              <button
                key={preset}
                type="button"
                aria-pressed={percent === preset}
                onClick={() => setTyped(String(preset))}
                className="my-preset min-h-11 rounded-full border border-field px-3 font-semibold tabular-nums hover:border-ink"
              >
                {preset}%
              </button>
            ))}
          </fieldset>
          <Field
            label="Percentage"
            hint="From 0.01 to 100."
            error={touched || typed.trim() !== "" ? problem : undefined}
            className="max-w-52"
          >
            <TextInput
              ref={input}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setTouched(true)}
              after={
                <span aria-hidden="true" className="pr-4 text-muted">
                  %
                </span>
              }
              className="tabular-nums"
            />
          </Field>
        </div>
        {notes.length > 0 ? (
          <Notice kind="info">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        ) : null}
        <section aria-label="New prices">
          <h3 className="mb-1 font-semibold">New prices</h3>
          <ul className="divide-y divide-line">
            {[...adjustable, ...notAdjustable].map(({ item, price }) => (
              <li key={item.id} className="my-preview flex items-center gap-3 py-2">
                <PhotoImg
                  photo={item.image}
                  url={item.image_url}
                  alt=""
                  sizes="44px"
                  className={clsx("size-11 shrink-0 rounded-sm", !price.ok && "opacity-60")}
                />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-medium">
                    {item.title}
                  </span>
                  {price.ok ? null : (
                    <span dir="auto" className="block text-sm text-muted">
                      {price.message}
                    </span>
                  )}
                </span>
                {price.ok && adjustment ? (
                  <span className="shrink-0 tabular-nums">
                    <span className="sr-only">from </span>
                    <span className="text-muted">{formatPrice(item.price)}</span>
                    <span aria-hidden="true" className="mx-2 text-muted">
                      →
                    </span>
                    <span className="sr-only"> to </span>
                    <span
                      className={clsx("font-bold", price.to === dollarsToCents(item.price) && "font-normal text-muted")}
                    >
                      {formatCents(price.to)}
                    </span>
                  </span>
                ) : (
                  <span className="shrink-0 text-muted tabular-nums">{formatPrice(item.price)}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
