import { Handshake } from "lucide-react";
import { useWatch } from "react-hook-form";
import { plainAmount } from "../../lib/plain-amount.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/layout.tsx";
import { MoneyInput, TextArea } from "../../ui/text-input.tsx";
import type { ItemForm } from "./item-form.tsx";

const NOTES_MAX = 500;

/** What the assistant may do for this listing. There is nothing to negotiate about a gift. */
export function AgentFields({ form }: { form: ItemForm }) {
  const { register, formState, setValue, getValues } = form;
  const [free, enabled] = useWatch({ control: form.control, name: ["free", "negotiation_enabled"] });
  if (free) return null;
  const { minimum_price, negotiation_notes } = formState.errors;
  return (
    <Section
      title="AI Agent Settings"
      description="Knowzee, our automatic assistant, can answer buyers and negotiate for you."
    >
      <Checkbox
        {...register("negotiation_enabled", { onChange: () => form.clearErrors("minimum_price") })}
        hint="It never goes below your minimum price, and never says what that is."
      >
        <span className="inline-flex items-center gap-2 font-semibold">
          <Handshake className="size-4.5" aria-hidden="true" />
          Let Knowzee negotiate
        </span>
      </Checkbox>
      {enabled ? (
        <div className="mt-3 grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="Minimum price"
            required
            error={minimum_price?.message}
            hint="Private. The least you would take."
          >
            <MoneyInput
              {...register("minimum_price", {
                onBlur: () => setValue("minimum_price", plainAmount(getValues("minimum_price"))),
              })}
            />
          </Field>
          <Field
            label="Notes for Knowzee"
            optional
            error={negotiation_notes?.message}
            hint="Knowzee may tell buyers this. Leave amounts out of it."
            className="sm:col-span-2"
          >
            <TextArea
              {...register("negotiation_notes")}
              rows={3}
              maxLength={NOTES_MAX}
              placeholder="What comes with it, when it can be collected, why it is worth the price."
            />
          </Field>
        </div>
      ) : null}
    </Section>
  );
}
