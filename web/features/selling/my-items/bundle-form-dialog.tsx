import { Lock } from "lucide-react";
import { useState } from "react";
import type { OwnBundle } from "#contract/selling/my-items";
import { DAY_MS } from "#domain/deadlines";
import { dollarsToCents, formatCents } from "#domain/money";
import { COLLECTION_MAX_DAYS } from "#domain/orders/collection-windows";
import { bundleTotals } from "#domain/selling/bundle";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { localTime } from "../../../lib/local-time.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ItemPicker, type PickableItem } from "../../items/index.ts";
import { startingZone, ZONES } from "../listing-form/collection-time.ts";
import { useOwnListings } from "../own-listings.ts";
import { useSaveBundle } from "./api.ts";
import { bundleBody, bundleErrors, bundlePriceOf, bundleValuesOf } from "./bundle-values.ts";

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
  const [start] = useState(() => ({
    ...bundleValuesOf(bundle),
    ...(bundle === null ? { item_ids: [...startWith] } : {}),
    /** The version that the values were read from. */
    base: bundle?.updated_at ?? null,
  }));
  const listings = useOwnListings();
  const save = useSaveBundle();
  const zone = bundle?.collection_zone ?? startingZone({ postcode: null, state_region: null, ...profile });
  const zoneName = ZONES.find((entry) => entry.zone === zone)?.label;
  const now = serverNow();
  const items = choices(listings.data ?? [], bundle);
  const form = useApiForm({
    start,
    check: (values) => {
      const prices = pricesOf(items, values.item_ids);
      const found = bundleErrors(values, prices, zone, now, bundle?.collection_date ?? null);
      const [first] = found;
      if (first === undefined) return { ok: true, body: { ...bundleBody(values, zone), base: values.base } };
      toast({ title: first.title, description: first.message, variant: "destructive" });
      return { ok: false, problems: Object.fromEntries(found.map(({ field, message }) => [field, message]).reverse()) };
    },
    send: ({ base, ...wire }) =>
      save.mutateAsync(
        bundle && base !== null
          ? { kind: "change", id: bundle.id, bundle: { ...wire, updated_at: base } }
          : { kind: "create", bundle: wire },
      ),
    names: { bundle_price: "price" },
    onSent: onSaved,
    failure: (error) => (isStale(error) ? null : errorMessage(error, "Error saving settings. Please try again.")),
  });
  const { values } = form;
  useUnsavedGuard(form.dirty);
  const unread = bundle !== null && bundle.updated_at !== values.base;

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={bundle ? "Edit bundle" : "Create Bundle"}
      description="Sell several items for one price. They also stay listed individually."
      sticky={form.dirty}
      submitLabel={bundle ? "Save bundle" : "Create Bundle"}
    >
      {listings.data === undefined ? (
        <QueryState query={listings} title="Failed to load your items.">
          <Skeleton className="h-24" />
        </QueryState>
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
          onChange={(item_ids) => form.change({ item_ids }, ["price"])}
          error={form.problem("item_ids")}
          more={listings}
        />
      )}
      <Field label="Title" error={form.problem("title")} required>
        <TextInput
          maxLength={120}
          autoComplete="off"
          placeholder="Desk set: table, chair and lamp"
          {...form.input("title")}
        />
      </Field>
      <div className="grid items-start gap-x-5 gap-y-3 sm:grid-cols-2">
        <Field label="Bundle price in AUD" error={form.problem("price")} required>
          <MoneyInput {...form.input("price")} />
        </Field>
        <Totals prices={pricesOf(items, values.item_ids)} price={bundlePriceOf(values)} />
      </div>
      <Field label="Description" error={form.problem("description")} optional>
        <TextArea rows={3} maxLength={2_000} {...form.input("description")} />
      </Field>
      <Field
        label="Pickup date and time"
        hint={`Up to ${COLLECTION_MAX_DAYS} days ahead${zoneName ? `, ${zoneName} time` : ""}.`}
        error={form.problem("collection_date")}
        optional
      >
        <TextInput
          type="datetime-local"
          min={localTime(now, zone)}
          max={localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone)}
          {...form.input("collection_date")}
        />
      </Field>
      <Field
        label={
          <>
            <Lock className="-mt-0.5 mr-1.5 inline size-4 text-muted" />
            Pickup address
          </>
        }
        hint="Private until 24 hours before pickup. Others see the suburb."
        error={form.problem("collection_address")}
        optional
      >
        <TextInput
          maxLength={200}
          autoComplete="address-line1"
          placeholder="Street address"
          {...form.input("collection_address")}
        />
      </Field>
      {isStale(form.error) && bundle ? (
        <Notice kind="warning" title="This bundle was changed somewhere else">
          <p>
            It's now “{bundle.title}” for {formatCents(dollarsToCents(bundle.bundle_price) ?? 0)}.
          </p>
          <div className="mt-2.5 flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={!unread}
              onClick={() => {
                form.change({ base: bundle.updated_at });
                void form.submit();
              }}
            >
              Save my version
            </Button>
            <Button
              size="sm"
              variant="secondary"
              disabled={!unread}
              onClick={() => form.reset({ ...bundleValuesOf(bundle), base: bundle.updated_at })}
            >
              Use the other version
            </Button>
          </div>
        </Notice>
      ) : null}
    </FormDialog>
  );
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === "stale";

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
