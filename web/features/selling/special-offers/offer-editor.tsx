import { BadgePercent, Gift, Layers, Package } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { OwnOffer } from "#contract/selling/special-offers";
import { dollarsToCents } from "#domain/money";
import { ApiError, errorMessage, newIdempotencyKey } from "../../../lib/api-client.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useUnsavedGuard } from "../../../lib/use-unsaved-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ItemPicker, type PickableItem } from "../../items/index.ts";
import { useOwnListings } from "../own-listings.ts";
import { useOfferCommand } from "./api.ts";
import { OfferNumbers } from "./offer-numbers.tsx";
import { OfferPreview } from "./offer-preview.tsx";
import { EMPTY_OFFER, type OfferValues, offerBody, offerErrors, valuesOf } from "./offer-values.ts";

const KINDS = [
  { value: "percentage_off", label: "Percentage off", description: "Each item costs less", Icon: BadgePercent },
  { value: "bogo", label: "Buy some, get some free", description: "The cheapest of a set is free", Icon: Gift },
  { value: "bulk_discount", label: "Bulk discount", description: "Discount when someone buys several", Icon: Layers },
  { value: "bundle", label: "Bundle", description: "One price for the lot", Icon: Package },
] as const;

/** Form of one offer with a preview. `offer` is the one to change, or null for a new one. */
export function OfferEditor({ offer, onDone }: { offer: OwnOffer | null; onDone: () => void }) {
  const [start] = useState<OfferValues>(() => (offer ? valuesOf(offer) : EMPTY_OFFER));
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);
  const listings = useOwnListings();
  const command = useOfferCommand();
  const saved = useRef(false);
  useUnsavedGuard(values !== start && !saved.current);

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const items = choices(listings.data ?? [], offer);
  const byId = new Map(items.map((item) => [item.id, item]));
  const chosen = values.item_ids.flatMap((id) => byId.get(id) ?? []);

  const set = (change: Partial<OfferValues>) => {
    setValues((current) => ({ ...current, ...change }));
    // Clears the messages of changed inputs; the rest is validated on submit.
    setProblems((current) => {
      const left = Object.entries(current).filter(([field]) => !touches(change, field));
      return left.length === Object.keys(current).length ? current : Object.fromEntries(left);
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending) return;
    setFailure(null);
    const prices = chosen.map((item) => dollarsToCents(item.price) ?? 0);
    const found = offerErrors(values, prices, serverNow());
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const wire = offerBody(values);
    command.mutate(
      offer ? { kind: "change", id: offer.id, change: wire } : { kind: "create", offer: wire, key: key.current },
      {
        onSuccess: () => {
          saved.current = true;
          toast({ title: offer ? "Offer saved" : "Offer started", description: wire.title });
          onDone();
        },
        onError: (error) => {
          const refused = error instanceof ApiError && error.status > 0 && error.status < 500;
          if (refused) key.current = newIdempotencyKey();
          const fields = error instanceof ApiError ? error.fields : {};
          setProblems(fields);
          if (Object.keys(fields).length === 0) {
            setFailure(refused ? error.message : errorMessage(error, "Error saving settings. Please try again."));
          }
        },
      },
    );
  };

  return (
    <PageBody>
      <PageHeader title={offer ? "Edit offer" : "New offer"} back={{ to: "/SpecialOffers", label: "Special Offers" }} />
      {listings.isError && !listings.data ? (
        <ErrorState title="Your items didn't load" error={listings.error} onRetry={() => void listings.refetch()} />
      ) : (
        <div className="grid gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
          <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
            <RadioCards
              legend="Offer type"
              columns={2}
              value={values.offer_type}
              onChange={(offer_type) => set({ offer_type })}
              options={KINDS.map(({ Icon, ...kind }) => ({
                ...kind,
                icon: <Icon className="size-5" aria-hidden="true" />,
              }))}
            />
            <OfferNumbers values={values} problems={problems} onChange={set} />
            {listings.isPending ? (
              <Skeleton className="h-64" />
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
            <Field label="Title" hint="Buyers see it on the item's page." error={problems.title} required>
              <TextInput
                value={values.title}
                maxLength={80}
                onChange={(event) => set({ title: event.target.value })}
                placeholder="Moving house"
              />
            </Field>
            <Field label="Description" error={problems.description} optional>
              <TextArea
                rows={3}
                value={values.description}
                maxLength={500}
                onChange={(event) => set({ description: event.target.value })}
              />
            </Field>
            <Field
              label="Last day"
              hint="Leave blank to run it until you stop it."
              error={problems.ends_at}
              optional
              className="max-w-60"
            >
              <TextInput
                type="date"
                value={values.ends_on}
                onChange={(event) => set({ ends_on: event.target.value })}
              />
            </Field>
            {failure ? <Notice kind="error">{failure}</Notice> : null}
            <div className="flex flex-wrap gap-2.5">
              <Button type="submit" size="lg" loading={command.isPending}>
                {offer ? "Save offer" : "Start offer"}
              </Button>
              <Button variant="secondary" size="lg" disabled={command.isPending} onClick={onDone}>
                Cancel
              </Button>
            </div>
          </form>
          <section aria-label="Preview" aria-live="polite" className="md:sticky md:top-24 md:self-start">
            <h2 className="mb-3 text-lg font-bold">How it works</h2>
            <OfferPreview values={values} items={chosen} now={serverNow()} />
            <p className="mt-3 text-sm text-muted">
              If an item has several offers, only the best one applies. Anyone already holding an item keeps the price
              they saw.
            </p>
          </section>
        </div>
      )}
    </PageBody>
  );
}

/** Returns the selectable items: those for sale, and those the offer already has, even if sold. */
function choices(listed: readonly Omit<PickableItem, "unfit">[], offer: OwnOffer | null): PickableItem[] {
  const known = new Set(listed.map((item) => item.id));
  const older = (offer?.items ?? [])
    .map((item, index) => ({ ...item, id: offer?.item_ids[index] ?? "" }))
    .filter((item) => !known.has(item.id));
  return [
    ...listed.map(({ id, title, price, image }) => ({
      id,
      title,
      price,
      image,
      ...(price === 0 ? { unfit: "already free" } : {}),
    })),
    ...older.map(({ id, title, price, image, status }) => ({
      id,
      title,
      price,
      image,
      ...(status === "sold" ? { unfit: "sold" } : {}),
    })),
  ];
}

/** Whether changing these inputs may resolve the message of that field. */
function touches(change: Partial<OfferValues>, field: string): boolean {
  if (field.startsWith("config.")) return Object.keys(change).some((name) => !FREE.has(name));
  return field === "ends_at" ? "ends_on" in change : field in change;
}

/** Inputs that are not part of the offer's calculation. */
const FREE = new Set(["title", "description", "ends_on"]);
