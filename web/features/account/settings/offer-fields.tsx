import { Controller } from "react-hook-form";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import type { SettingsForm } from "./settings-values.ts";

const MANNERS = [
  { value: "soft", label: "Easy-going", description: "Comes down quickly." },
  { value: "normal", label: "Fair", description: "Comes down step by step." },
  { value: "tough", label: "Firm", description: "Stays close to your price." },
] as const;

/** How Knowzee negotiates for the seller, and whether other users may propose trades. */
export function OfferFields({ form: { register, control } }: { form: SettingsForm }) {
  return (
    <>
      <Controller
        control={control}
        name="negotiation_aggressiveness"
        render={({ field }) => (
          <RadioCards
            legend="How Knowzee negotiates for you"
            options={MANNERS}
            value={field.value}
            onChange={field.onChange}
            columns={3}
          />
        )}
      />
      <p className="mt-2 text-sm text-muted">
        Only for items where you set a minimum price and turn Knowzee on. It never goes below your minimum.
      </p>
      <div className="mt-4 grid gap-1">
        <Checkbox {...register("open_to_trades")} hint="People can offer to swap one of their items for yours.">
          <span className="font-semibold">Open to trades</span>
        </Checkbox>
        <Checkbox {...register("enable_ai_upsell")} hint="Knowzee can mention your other items to buyers.">
          <span className="font-semibold">Suggest my other items</span>
        </Checkbox>
      </div>
    </>
  );
}
