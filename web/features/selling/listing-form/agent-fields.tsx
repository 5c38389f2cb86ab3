import { Handshake } from "lucide-react";
import { useWatch } from "react-hook-form";
import { LISTING_FIELDS } from "#domain/items/listing-fields";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import type { ItemForm } from "./item-form-values.ts";

/** Whether buyers may send price offers, and which of them are declined unasked (D52); hidden for free items. */
export function OfferFields({ form }: { form: ItemForm }) {
  const { register, formState } = form;
  const [free, open] = useWatch({ control: form.control, name: ["free", "open_to_offers"] });
  if (free) return null;
  return (
    <Section title="Offers" description="Buyers can offer you less than your price. You decide.">
      <Checkbox {...register("open_to_offers")} hint="You have 24 hours to accept, decline or make a counter-offer.">
        <span className="font-semibold">{LISTING_FIELDS.open_to_offers.label}</span>
      </Checkbox>
      {open ? (
        <Field
          label={LISTING_FIELDS.decline_below.label}
          optional
          error={formState.errors.decline_below?.message}
          hint="Private. We'll decline lower offers for you within the hour. You answer those just below it, so that nobody finds out your limit."
          className="mt-3"
        >
          <MoneyInput {...register("decline_below")} />
        </Field>
      ) : null}
    </Section>
  );
}

/** Negotiation settings of a listing; hidden for free items. */
export function AgentFields({ form }: { form: ItemForm }) {
  const { register, formState } = form;
  const [free, enabled] = useWatch({ control: form.control, name: ["free", "negotiation_enabled"] });
  if (free) return null;
  const { minimum_price, negotiation_notes, public_notes } = formState.errors;
  return (
    <Section
      title="AI Agent Settings"
      description="Knowzee, our AI assistant, can answer buyers and negotiate for you."
    >
      <Checkbox
        {...register("negotiation_enabled", { onChange: () => form.clearErrors("minimum_price") })}
        hint="It never goes below your minimum price or tells anyone what it is."
      >
        <span className="inline-flex items-center gap-2 font-semibold">
          <Handshake className="size-4.5" />
          Let Knowzee negotiate
        </span>
      </Checkbox>
      {enabled ? (
        <div className="mt-3 grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={LISTING_FIELDS.minimum_price.label}
            required
            error={minimum_price?.message}
            hint="Private. The lowest price you'd accept."
          >
            <MoneyInput {...register("minimum_price")} />
          </Field>
          <Field
            label={LISTING_FIELDS.negotiation_notes.label}
            optional
            error={negotiation_notes?.message}
            hint="Only Knowzee reads this. Buyers never see it."
            className="sm:col-span-2"
          >
            <TextArea {...register("negotiation_notes")} rows={3} maxLength={LISTING_FIELDS.negotiation_notes.max} />
          </Field>
          <Field
            label={LISTING_FIELDS.public_notes.label}
            optional
            error={public_notes?.message}
            hint="Knowzee can share this with buyers. Don't include prices."
            className="sm:col-span-2"
          >
            <TextArea
              {...register("public_notes")}
              rows={3}
              maxLength={LISTING_FIELDS.public_notes.max}
              placeholder="What comes with it, when it can be picked up, why you're selling it"
            />
          </Field>
        </div>
      ) : null}
    </Section>
  );
}
