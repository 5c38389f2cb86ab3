import { Lock } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { type FieldError as HookFieldError, useWatch } from "react-hook-form";
import { groupDigits } from "#domain/group-digits";
import { CATEGORIES, CATEGORY_LABELS, CONDITION_LABELS, CONDITIONS, TAGS_MAX } from "#domain/items/catalogue";
import { LISTING_FIELDS } from "#domain/items/listing-fields";
import { formatCents } from "#domain/money";
import { formatRate, platformFee } from "#domain/payments/platform-fee";
import { timeZoneOfPostcode } from "#domain/places/states";
import { typedCents } from "#domain/readers/amount";
import { readPostcode, tidied } from "#domain/readers/numbers";
import { siteName } from "../../../lib/document-title.ts";
import { useSession } from "../../../lib/session.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Panel, Section } from "../../../ui/layout.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { GivingFields } from "../../giveaways/index.ts";
import { AgentFields, OfferFields } from "./agent-fields.tsx";
import { CollectionFields } from "./collection-fields.tsx";
import { ZONES } from "./collection-time.ts";
import { GoodsNotice, type TypedGoods } from "./goods-notice.tsx";
import { DEFAULT_DRAW_HOURS, type ItemForm, type ItemFormValues } from "./item-form-values.ts";
import type { PhotoList } from "./photo-list.ts";
import { PhotoPicker } from "./photo-picker.tsx";
import { PriceGuideHint } from "./price-guide.tsx";

const youGetOf = (amount: string, price: string) => `You get ${amount} of ${price}.`;

/** Returns the platform fee text for the typed price; null for sellers without card payments. */
function useCardFee(form: ItemForm): string | null {
  const { platformFee: rate, profile } = useSession();
  const typed = useWatch({ control: form.control, name: "price" });
  if (rate === 0 || !profile?.accepted_payment_methods.includes("stripe")) return null;
  const rule = `Card sales: ${siteName()} keeps ${formatRate(rate)} of the price.`;
  const price = typedCents(typed);
  if (price === null || price === 0) return rule;
  return `${rule} ${youGetOf(formatCents(price - platformFee(price, rate)), formatCents(price))}`;
}

interface ItemFormFieldsProps {
  form: ItemForm;
  photos: PhotoList;
  photoError: string | null;
  /** When the form was opened (UTC ms), for the limits of the date picker. */
  now: number;
  /** The listing is new, so the giver chooses how it is given away. Later they do on the item's page. */
  isNew?: boolean;
  /** What the rules say about the typed listing. */
  goods: TypedGoods;
  /** Shown below the price, e.g. how a reduced price will be displayed. */
  priceHint?: ReactNode;
}

const options = (labels: Record<string, string>, values: readonly string[]) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

/** Returns the message of an input; in a list it is nested in the invalid entry. */
function messageOf(error: HookFieldError | undefined): string | undefined {
  if (!error) return undefined;
  if (error.message) return error.message;
  const nested = Object.values(error).find(
    (entry): entry is HookFieldError => typeof entry === "object" && entry !== null && "message" in entry,
  );
  return nested?.message;
}

/** The inputs of a listing, shared by Add Item and Edit Item. */
export function ItemFormFields({
  form,
  photos,
  photoError,
  now,
  isNew = false,
  goods,
  priceHint,
}: ItemFormFieldsProps) {
  const { register, formState, setValue } = form;
  const [free, zone, description] = useWatch({
    control: form.control,
    name: ["free", "collection_zone", "description"],
  });
  const cardFee = useCardFee(form);
  // The lower sections follow in a second render: the whole form at once would block a phone for a tenth of a second.
  const complete = useDeferredValue(true, false);
  const errorOf = (name: keyof ItemFormValues) => messageOf(formState.errors[name]);

  /** Keeps the local time: "Saturday at ten" stays the same when the place changes to Perth. */
  const onPostcode = (postcode: string) => {
    const found = timeZoneOfPostcode(tidied(readPostcode)(postcode));
    if (found && !formState.dirtyFields.collection_zone) setValue("collection_zone", found);
  };

  return (
    <>
      <Section title="Photos" description="Clear photos in daylight sell best. Show any marks and wear.">
        <PhotoPicker photos={photos} error={photoError ?? undefined} />
      </Section>

      <Section title="About the item">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={LISTING_FIELDS.title.label} required error={errorOf("title")} className="sm:col-span-2">
            <TextInput
              {...register("title")}
              maxLength={LISTING_FIELDS.title.max}
              placeholder="Brand, item, size or model"
              autoComplete="off"
            />
          </Field>
          <GoodsNotice form={form} goods={goods} />
          <Field label={LISTING_FIELDS.category.label} required error={errorOf("category")}>
            <Select
              {...register("category")}
              placeholder="Choose a category"
              options={options(CATEGORY_LABELS, CATEGORIES)}
            />
          </Field>
          <Field label={LISTING_FIELDS.condition.label} required error={errorOf("condition")}>
            <Select
              {...register("condition")}
              placeholder="Choose a condition"
              options={options(CONDITION_LABELS, CONDITIONS)}
            />
          </Field>
          <Field
            label={LISTING_FIELDS.description.label}
            optional
            error={errorOf("description")}
            hint={
              description.length > LISTING_FIELDS.description.max - 500
                ? `${groupDigits(description.length)} of ${groupDigits(LISTING_FIELDS.description.max)} characters`
                : "Age, size, condition, any faults, and why you're selling."
            }
            className="sm:col-span-2"
          >
            <TextArea {...register("description")} rows={5} />
          </Field>
          <Field
            label={LISTING_FIELDS.tags.label}
            optional
            error={errorOf("tags")}
            hint={`Search keywords, separated by commas. Up to ${TAGS_MAX}.`}
            className="sm:col-span-2"
          >
            <TextInput {...register("tags")} placeholder="vintage, solid oak, flat-pack" autoComplete="off" />
          </Field>
        </div>
      </Section>

      {complete ? (
        <>
          <Section title={LISTING_FIELDS.price.label}>
            <div className="grid items-start gap-x-5 sm:grid-cols-2">
              <Field
                label="Price in AUD"
                required
                error={errorOf("price")}
                hint={
                  free
                    ? "It'll be listed as Free."
                    : (priceHint ?? cardFee) && (
                        <>
                          {priceHint} {cardFee}
                        </>
                      )
                }
              >
                {free ? (
                  <MoneyInput key="free" value="0" disabled readOnly />
                ) : (
                  <MoneyInput key="price" {...register("price")} />
                )}
              </Field>
              <Checkbox
                {...register("free", { onChange: () => form.clearErrors("price") })}
                hint="Someone picks it up for free."
                className="sm:pt-7"
              >
                Give it away for free
              </Checkbox>
            </div>
            <PriceGuideHint form={form} />
            {isNew && free ? <Giveaway form={form} /> : null}
          </Section>

          <OfferFields form={form} />
          <AgentFields form={form} />

          <Section title="Pickup" description="Buyers pick up in person and agree to the time before paying. Optional.">
            <div className="grid gap-5 sm:grid-cols-2">
              <CollectionFields form={form} now={now} errorOf={errorOf} />
              <Field label="Time zone" error={errorOf("collection_zone")}>
                <Select {...register("collection_zone")}>
                  {ZONES.some((entry) => entry.zone === zone) ? null : <option value={zone}>{zone}</option>}
                  {ZONES.map((entry) => (
                    <option key={entry.zone} value={entry.zone}>
                      {entry.label}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label={LISTING_FIELDS.suburb.label} error={errorOf("suburb")}>
                <TextInput
                  {...register("suburb")}
                  maxLength={LISTING_FIELDS.suburb.max}
                  autoComplete="address-level3"
                />
              </Field>
              <div className="grid grid-cols-[1fr_7.5rem] gap-5">
                <Field label={LISTING_FIELDS.city.label} error={errorOf("city")}>
                  <TextInput {...register("city")} maxLength={LISTING_FIELDS.city.max} autoComplete="address-level2" />
                </Field>
                <Field label={LISTING_FIELDS.postcode.label} error={errorOf("postcode")}>
                  <TextInput
                    {...register("postcode", { onChange: (event) => onPostcode(String(event.target.value)) })}
                    tidy={tidied(readPostcode)}
                    inputMode="numeric"
                    autoComplete="postal-code"
                  />
                </Field>
              </div>
              <Panel className="sm:col-span-2">
                <Field
                  label={
                    <>
                      <Lock className="-mt-0.5 mr-1.5 inline size-4 text-muted" />
                      {LISTING_FIELDS.collection_address.label}
                    </>
                  }
                  error={errorOf("collection_address")}
                  hint="Private until 24 hours before pickup. Others see the suburb."
                >
                  <TextInput
                    {...register("collection_address")}
                    maxLength={LISTING_FIELDS.collection_address.max}
                    placeholder="Street address"
                    autoComplete="address-line1"
                  />
                </Field>
              </Panel>
            </div>
          </Section>
        </>
      ) : null}
    </>
  );
}

function Giveaway({ form }: { form: ItemForm }) {
  const [giving, hours] = useWatch({ control: form.control, name: ["giving", "draw_hours"] });
  return (
    <div className="mt-6">
      <GivingFields
        value={giving === "pick" || giving === "draw" ? giving : "first_come"}
        hours={Number(hours) || DEFAULT_DRAW_HOURS}
        onChange={(value, length) => {
          form.setValue("giving", value === "first_come" ? "" : value, { shouldDirty: true });
          form.setValue("draw_hours", value === "draw" ? String(length) : "", { shouldDirty: true });
        }}
      />
    </div>
  );
}
