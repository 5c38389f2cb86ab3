import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { COIN_FACTS, COINS } from "#domain/payments/crypto-coins";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { SettingsValues } from "./settings-values.ts";

interface WalletFieldsProps {
  register: UseFormRegister<SettingsValues>;
  errors: FieldErrors<SettingsValues>;
}

/** One wallet per coin with its network; XRP may need a destination tag too (D23). */
export function WalletFields({ register, errors }: WalletFieldsProps) {
  return COINS.map((coin) => {
    const { name, symbol, network } = COIN_FACTS[coin];
    return (
      <div key={coin} className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
        <Field
          label={`${name} (${symbol})`}
          hint={`Address on the ${network}.`}
          error={errors.crypto_wallet_addresses?.[coin]?.message}
          className={coin === "xrp" ? "" : "sm:col-span-2"}
        >
          <TextInput
            {...register(`crypto_wallet_addresses.${coin}`)}
            maxLength={120}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
          />
        </Field>
        {coin === "xrp" ? (
          <Field
            label="XRP destination tag"
            optional
            hint="Add it if your exchange gave you one. Without it, you could lose the payment."
          >
            <TextInput {...register("xrp_tag")} inputMode="numeric" autoComplete="off" className="tabular-nums" />
          </Field>
        ) : null}
      </div>
    );
  });
}
