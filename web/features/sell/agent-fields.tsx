import { Handshake } from "lucide-react";
import { useWatch } from "react-hook-form";
import { normaliseAmount } from "../../lib/plain-amount.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/layout.tsx";
import { MoneyInput, TextArea } from "../../ui/text-input.tsx";
import type { ItemForm } from "./item-form.tsx";
import * as words from "./words.ts";

const NOTES_MAX = 500;

/** Negotiation settings of a listing; hidden for free items. */
export function AgentFields({ form }: { form: ItemForm }) {
  const { register, formState, setValue, getValues } = form;
  const [free, enabled] = useWatch({ control: form.control, name: ["free", "negotiation_enabled"] });
  if (free) return null;
  const { minimum_price, negotiation_notes, public_notes } = formState.errors;
  return (
    <Section title={words.aiAgentSettings} description={words.knowzeeOurAutomaticAssistant}>
      <Checkbox
        {...register("negotiation_enabled", { onChange: () => form.clearErrors("minimum_price") })}
        hint={words.itNeverGoesBelow}
      >
        <span className="inline-flex items-center gap-2 font-semibold">
          <Handshake className="size-4.5" aria-hidden="true" />
          {words.letKnowzeeNegotiate}
        </span>
      </Checkbox>
      {enabled ? (
        <div className="mt-3 grid items-start gap-5 sm:grid-cols-2">
          <Field
            label={words.minimumPrice}
            required
            error={minimum_price?.message}
            hint={words.privateLeastYouWouldTake}
          >
            <MoneyInput
              {...register("minimum_price", {
                onBlur: () => setValue("minimum_price", normaliseAmount(getValues("minimum_price"))),
              })}
            />
          </Field>
          <Field
            label={words.notesForKnowzee}
            optional
            error={negotiation_notes?.message}
            hint={words.onlyKnowzeeReadsThis}
            className="sm:col-span-2"
          >
            <TextArea {...register("negotiation_notes")} rows={3} maxLength={NOTES_MAX} />
          </Field>
          <Field
            label={words.whatBuyersMayBeTold}
            optional
            error={public_notes?.message}
            hint={words.knowzeeCanShareThis}
            className="sm:col-span-2"
          >
            <TextArea {...register("public_notes")} rows={3} maxLength={NOTES_MAX} placeholder={words.whatComes} />
          </Field>
        </div>
      ) : null}
    </Section>
  );
}
