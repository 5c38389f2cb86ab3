import { BadgePercent, Gift, Layers, Package } from "lucide-react";
import { useState } from "react";
import type { NewOfferInput, OwnOffer } from "#contract/selling/special-offers";
import { dollarsToCents } from "#domain/money";
import { errorMessage } from "../../../lib/api-client.ts";
import type { Checked } from "../../../lib/field-errors.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { choices, GroupForm, GroupItems, ListingsFailed } from "../goods-group.tsx";
import { useOwnListings } from "../own-listings.ts";
import { useOfferCommand } from "./api.ts";
import { OfferNumbers } from "./offer-numbers.tsx";
import { OfferPreview } from "./offer-preview.tsx";
import { EMPTY_OFFER, OFFER_FIELDS, type OfferValues, offerBody, offerErrors, valuesOf } from "./offer-values.ts";

const KINDS = [
  { value: "percentage_off", label: "Percentage off", description: "Each item costs less", Icon: BadgePercent },
  { value: "bogo", label: "Buy some, get some free", description: "The cheapest of a set is free", Icon: Gift },
  { value: "bulk_discount", label: "Bulk discount", description: "Discount when someone buys several", Icon: Layers },
  { value: "bundle", label: "Bundle", description: "One price for the lot", Icon: Package },
] as const;

/** Form of one offer with a preview. `offer` is the one to change, or null for a new one. */
export function OfferEditor({ offer, onDone }: { offer: OwnOffer | null; onDone: () => void }) {
  const [start] = useState<OfferValues>(() => (offer ? valuesOf(offer) : EMPTY_OFFER));
  const listings = useOwnListings();
  const command = useOfferCommand();
  const own = (offer?.items ?? []).map((item, index) => ({ ...item, id: offer?.item_ids[index] ?? "" }));
  const items = choices(listings.data ?? [], own, unfitBecause);
  const byId = new Map(items.map((item) => [item.id, item]));
  const itemsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const form = useApiForm({
    start,
    check: (values): Checked<NewOfferInput> => {
      const prices = itemsOf(values.item_ids).map((item) => dollarsToCents(item.price) ?? 0);
      const problems = offerErrors(values, prices, serverNow());
      return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, body: offerBody(values) };
    },
    send: (body, key) =>
      command.mutateAsync(
        offer ? { kind: "change", id: offer.id, change: body } : { kind: "create", offer: body, key },
      ),
    names: OFFER_FIELDS,
    onSent: (_, { title }) => {
      toast({ title: offer ? "Offer saved" : "Offer started", description: title.trim() });
      onDone();
    },
    failure: (error) => errorMessage(error, "Error saving settings. Please try again."),
  });
  const { values } = form;
  const chosen = itemsOf(values.item_ids);
  /** Changes what the offer is calculated from, which may resolve the message of any number. */
  const set = (change: Partial<OfferValues>) => form.change(change, Object.values(OFFER_FIELDS));

  return (
    <PageBody>
      <PageHeader title={offer ? "Edit offer" : "New offer"} back={{ to: "/SpecialOffers", label: "Special Offers" }} />
      {listings.isError && !listings.data ? (
        <ListingsFailed listings={listings} />
      ) : (
        <div className="grid gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
          <GroupForm form={form} submitLabel={offer ? "Save offer" : "Start offer"} onCancel={onDone}>
            <RadioCards
              legend="Offer type"
              columns={2}
              value={values.offer_type}
              onChange={(offer_type) => set({ offer_type })}
              options={KINDS.map(({ Icon, ...kind }) => ({
                ...kind,
                icon: <Icon className="size-5" />,
              }))}
            />
            <OfferNumbers values={values} problem={form.problem} onChange={set} />
            <GroupItems
              listings={listings}
              items={items}
              chosen={values.item_ids}
              onChange={(item_ids) => set({ item_ids })}
              error={form.problem("item_ids")}
            />
            <Field label="Title" hint="Buyers see it on the item's page." error={form.problem("title")} required>
              <TextInput maxLength={80} {...form.input("title")} placeholder="Moving house" />
            </Field>
            <Field label="Description" error={form.problem("description")} optional>
              <TextArea rows={3} maxLength={500} {...form.input("description")} />
            </Field>
            <Field
              label="Last day"
              hint="Leave blank to run it until you stop it."
              error={form.problem("ends_on")}
              optional
              className="max-w-60"
            >
              <TextInput type="date" {...form.input("ends_on")} />
            </Field>
          </GroupForm>
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

function unfitBecause({ price, status }: { price: number; status?: string }): string | null {
  if (status === "sold") return "sold";
  return price === 0 ? "already free" : null;
}
