import { Lock } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { OwnBundle } from "#contract/selling/my-items";
import { DAY_MS } from "#domain/deadlines";
import { dollarsToCents, formatCents } from "#domain/money";
import { COLLECTION_MAX_DAYS } from "#domain/orders/collection-windows";
import { bundleTotals } from "#domain/selling/bundle";
import { ApiError } from "../../../lib/api-client.ts";
import { localTime } from "../../../lib/local-time.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ItemPicker, type PickableItem } from "../../items/index.ts";
import { startingZone, ZONES } from "../listing-form/collection-time.ts";
import { useOwnListings } from "../own-listings.ts";
import { useSaveBundle } from "./api.ts";
import { type BundleValues, bundleBody, bundleErrors, bundlePriceOf, bundleValuesOf } from "./bundle-values.ts";

/** Creates or changes a bundle. The input stays until the server has stored it. */
export default function BundleFormDialog({
  open,
  bundle,
  startWith = [],
  onClose,
  onSaved,
}: {
  open: boolean;
  /** The bundle to change, from the list; null for a new one. */
  bundle: OwnBundle | null;
  startWith?: readonly string[];
  onClose: () => void;
  onSaved: (bundle: OwnBundle) => void;
}) {
  const { profile } = useSession();
  const [start] = useState<BundleValues>(() => ({
    ...bundleValuesOf(bundle),
    ...(bundle === null ? { item_ids: [...startWith] } : {}),
  }));
  const [values, setValues] = useState(start);
  const [readAt, setReadAt] = useState(bundle?.updated_at ?? null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const listings = useOwnListings();
  const save = useSaveBundle();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useUnsavedGuard(values !== start);

  const zone = bundle?.collection_zone ?? startingZone({ postcode: null, state_region: null, ...profile });
  const zoneName = ZONES.find((entry) => entry.zone === zone)?.label;
  const now = serverNow();
  const items = choices(listings.data ?? [], bundle);
  const prices = pricesOf(items, values.item_ids);
  const cents = bundlePriceOf(values);

  const set = (change: Partial<BundleValues>) => {
    setValues((current) => ({ ...current, ...change }));
    const answered = new Set(Object.keys(change).map((name) => (name === "price" ? "bundle_price" : name)));
    // The price is validated against the items, so changed items clear its message.
    if (answered.has("item_ids")) answered.add("bundle_price");
    setProblems((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !answered.has(field))));
  };

  const showProblems = (found: Record<string, string>) => {
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const send = (base: number | null) => {
    if (save.isPending) return;
    setFailure(null);
    setStale(false);
    const found = bundleErrors(values, prices, zone, now, bundle?.collection_date ?? null);
    showProblems(Object.fromEntries(found.map(({ field, message }) => [field, message]).reverse()));
    const [first] = found;
    if (first) {
      toast({ title: first.title, description: first.message, variant: "destructive" });
      return;
    }
    const wire = bundleBody(values, zone);
    save.mutate(
      bundle && base !== null
        ? { kind: "change", id: bundle.id, bundle: { ...wire, updated_at: base } }
        : { kind: "create", bundle: wire },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {};
          showProblems(fields);
          if (error instanceof ApiError && error.code === "stale") setStale(true);
          else if (Object.keys(fields).length === 0)
            setFailure(error instanceof ApiError ? error.message : "Error saving settings. Please try again.");
        },
      },
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(readAt);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={bundle ? "Edit bundle" : "Create Bundle"}
      description="Sell several items for one price. They also stay listed individually."
      sticky={save.isPending || values !== start}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={save.isPending}>
            {bundle ? "Save bundle" : "Create Bundle"}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        {listings.isError && !listings.data ? (
          <ErrorState
            title="Failed to load your items."
            error={listings.error}
            onRetry={() => void listings.refetch()}
          />
        ) : listings.isPending ? (
          <Loading>
            <Skeleton className="h-24" />
          </Loading>
        ) : items.length === 0 ? (
          <Notice kind="info" title="Nothing to bundle yet">
            Your items on sale will show up here. You need at least 2 for a bundle.
          </Notice>
        ) : (
          <ItemPicker
            legend="Items"
            multiple
            items={items}
            chosen={values.item_ids}
            onChange={(item_ids) => set({ item_ids })}
            error={problems.item_ids}
            more={listings}
          />
        )}
        <Field label="Title" error={problems.title} required>
          <TextInput
            value={values.title}
            maxLength={120}
            autoComplete="off"
            placeholder="Desk set: table, chair and lamp"
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <div className="grid items-start gap-x-5 gap-y-3 sm:grid-cols-2">
          <Field label="Bundle price in AUD" error={problems.bundle_price} required>
            <MoneyInput value={values.price} onChange={(event) => set({ price: event.target.value })} />
          </Field>
          <Totals prices={prices} price={cents} />
        </div>
        <Field label="Description" error={problems.description} optional>
          <TextArea
            rows={3}
            maxLength={2_000}
            value={values.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <Field
          label="Pickup date and time"
          hint={`Up to ${COLLECTION_MAX_DAYS} days ahead${zoneName ? `, ${zoneName} time` : ""}.`}
          error={problems.collection_date}
          optional
        >
          <TextInput
            type="datetime-local"
            value={values.collection_date}
            min={localTime(now, zone)}
            max={localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone)}
            onChange={(event) => set({ collection_date: event.target.value })}
          />
        </Field>
        <Field
          label={
            <>
              <Lock className="-mt-0.5 mr-1.5 inline size-4 text-muted" aria-hidden="true" />
              Pickup address
            </>
          }
          hint="Private until 24 hours before pickup. Others see the suburb."
          error={problems.collection_address}
          optional
        >
          <TextInput
            value={values.collection_address}
            maxLength={200}
            autoComplete="address-line1"
            placeholder="Street address"
            onChange={(event) => set({ collection_address: event.target.value })}
          />
        </Field>
        {stale && bundle ? (
          <Notice kind="warning" title="This bundle was changed somewhere else">
            <p>
              It's now “{bundle.title}” for {formatCents(dollarsToCents(bundle.bundle_price) ?? 0)}.
            </p>
            <div className="mt-2.5 flex flex-wrap gap-2">
              <Button
                size="sm"
                disabled={bundle.updated_at === readAt}
                onClick={() => {
                  setReadAt(bundle.updated_at);
                  send(bundle.updated_at);
                }}
              >
                Save my version
              </Button>
              <Button
                size="sm"
                variant="secondary"
                disabled={bundle.updated_at === readAt}
                onClick={() => {
                  setValues(bundleValuesOf(bundle));
                  setReadAt(bundle.updated_at);
                  setStale(false);
                }}
              >
                Use the other version
              </Button>
            </div>
          </Notice>
        ) : null}
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}

/** Totals that buyers will see: the sum of the items and the saving. */
function Totals({ prices, price }: { prices: readonly number[]; price: number | null }) {
  const parts = prices.map((price_cents) => ({ price_cents, status: "active" }));
  const totals = bundleTotals({ bundle_price_cents: price ?? 0, status: "active" }, parts);
  const saves = price !== null && price > 0 && totals.savings_cents > 0;
  return (
    <Panel className="my-totals">
      <p aria-live="polite" className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        <span>
          <span className="text-muted">Separately </span>
          <span className="font-semibold">{formatCents(totals.individual_total_cents)}</span>
        </span>
        <span className={saves ? "font-semibold text-brand-ink" : "text-muted"}>
          {saves ? `Saves ${formatCents(totals.savings_cents)} (${totals.savings_percentage}%)` : "No savings yet"}
        </span>
      </p>
    </Panel>
  );
}

/** Returns the selectable items: those for sale, and those already in the bundle. An item can be in one bundle only. */
function choices(
  listed: readonly (Omit<PickableItem, "unfit"> & { status: string; bundle: { id: string; title: string } | null })[],
  bundle: OwnBundle | null,
): PickableItem[] {
  const known = new Set(listed.map((item) => item.id));
  return [
    ...(bundle?.bundle_items ?? [])
      .filter((item) => !known.has(item.item_id))
      .map(({ item_id: id, title, price, image, status }) => ({ id, title, price, image, ...unfitBecause(status) })),
    ...listed.map(({ id, title, price, image, status, bundle: other }) => ({
      id,
      title,
      price,
      image,
      ...unfitBecause(status),
      ...(other !== null && other.id !== bundle?.id ? { unfit: `in the bundle “${other.title}”` } : {}),
    })),
  ];
}

function unfitBecause(status: string): { unfit?: string } {
  // Items for sale are in the list itself.
  if (status === "active" || status === "reserved") return {};
  if (status === "pending" || status === "pending_payment") return { unfit: "being bought" };
  return { unfit: status === "sold" ? "sold" : "not on sale" };
}

function pricesOf(items: readonly PickableItem[], chosen: readonly string[]): number[] {
  const byId = new Map(items.map((item) => [item.id, dollarsToCents(item.price) ?? 0]));
  return chosen.flatMap((id) => byId.get(id) ?? []);
}
