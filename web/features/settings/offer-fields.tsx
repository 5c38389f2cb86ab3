import { Controller } from "react-hook-form";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import type { SettingsForm } from "./settings-values.ts";
import * as words from "./words.ts";

const MANNERS = [
  { value: "soft", label: words.easyGoing, description: words.easyGoingDescription },
  { value: "normal", label: words.fair, description: words.fairDescription },
  { value: "tough", label: words.firm, description: words.firmDescription },
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
            legend={words.manner}
            options={MANNERS}
            value={field.value}
            onChange={field.onChange}
            columns={3}
          />
        )}
      />
      <p className="mt-2 text-sm text-muted">{words.mannerHint}</p>
      <div className="mt-4 grid gap-1">
        <Checkbox {...register("open_to_trades")} hint={words.openToTradesHint}>
          <span className="font-semibold">{words.openToTrades}</span>
        </Checkbox>
        <Checkbox {...register("enable_ai_upsell")} hint={words.suggestHint}>
          <span className="font-semibold">{words.suggestMyOtherItems}</span>
        </Checkbox>
      </div>
    </>
  );
}
