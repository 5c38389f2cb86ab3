import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";
import { COIN_FACTS, COINS } from "#domain/payments/crypto-coins";
import type { DetailsAvailableFrom } from "#domain/payments/payment-details-delay";
import { formatRate } from "#domain/payments/platform-fee";
import { siteName } from "../../lib/document-title.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Panel } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import * as words from "./fields-words.ts";
import { Private } from "./private.tsx";
import { formatBsb, type SettingsForm } from "./settings-values.ts";
import { WalletFields } from "./wallet-fields.tsx";

/** Card: the buyer pays here, and the provider pays the seller. */
export function CardField({ form: { register } }: { form: SettingsForm }) {
  const { platformFee } = useSession();
  return (
    <Checkbox
      {...register("card")}
      hint={
        <>
          {words.cardHint.before}{" "}
          <Link to="/Connect" className="font-semibold text-brand-ink underline">
            {words.cardHint.link}
          </Link>
          .{platformFee > 0 ? ` ${words.cardKeeps(siteName(), formatRate(platformFee))}` : null}
        </>
      }
    >
      <span className="font-semibold">{words.card}</span>
    </Checkbox>
  );
}

/** Bank transfer with the account details. */
export function BankFields({ form }: { form: SettingsForm }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const [bankTransfer, bank] = useWatch({ control, name: ["bank_transfer", "bank_details"] });
  const noBank = Object.values(bank).every((part) => part.trim() === "");
  return (
    <>
      <Checkbox {...register("bank_transfer")} hint={words.bankTransferHint}>
        <span className="font-semibold">{words.bankTransfer}</span>
      </Checkbox>
      {bankTransfer && noBank ? (
        <Notice kind="warning" className="mt-2">
          {words.noBankDetails}
        </Notice>
      ) : null}
      <Panel className="mt-3 grid gap-5 sm:grid-cols-2">
        <p className="text-muted sm:col-span-2">
          <Private>
            <span className="font-semibold text-ink">{words.bankPrivate.lead}</span>
          </Private>{" "}
          {words.bankPrivate.rest}
        </p>
        <Field label={words.accountName} error={errors.bank_details?.account_name?.message} className="sm:col-span-2">
          <TextInput {...register("bank_details.account_name")} maxLength={80} autoComplete="off" />
        </Field>
        <Field label={words.bsb} error={errors.bank_details?.bsb?.message}>
          <TextInput
            {...register("bank_details.bsb", {
              onChange: (event) => {
                const typed = String(event.target.value);
                // Only while typing at the end: reformatting elsewhere would move the cursor to the end.
                if (event.target.selectionStart === typed.length) form.setValue("bank_details.bsb", formatBsb(typed));
              },
            })}
            inputMode="numeric"
            placeholder="000-000"
            maxLength={9}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field label={words.accountNumber} error={errors.bank_details?.account_number?.message}>
          <TextInput
            {...register("bank_details.account_number")}
            inputMode="numeric"
            maxLength={14}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
      </Panel>
    </>
  );
}

/** Crypto with one wallet per coin. */
export function CryptoFields({ form }: { form: SettingsForm }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const [crypto, wallets] = useWatch({ control, name: ["crypto", "crypto_wallet_addresses"] });
  const noWallet = Object.values(wallets).every((address) => address.trim() === "");
  return (
    <>
      <Checkbox {...register("crypto")} hint={words.cryptocurrencyHint} className="mt-4">
        <span className="font-semibold">{words.cryptocurrency}</span>
      </Checkbox>
      {crypto && noWallet ? (
        <Notice kind="warning" className="mt-2">
          {words.noWallet}
        </Notice>
      ) : null}
      <Panel className="mt-3 grid gap-5 sm:grid-cols-2">
        <p className="text-muted sm:col-span-2">
          <Private>
            <span className="font-semibold text-ink">{words.walletsPrivate.lead}</span>
          </Private>{" "}
          {words.walletsPrivate.rest}
        </p>
        <WalletFields register={register} errors={errors} />
      </Panel>
    </>
  );
}

/** Changed payment details that buyers cannot see yet, and the time from which they can (A66). */
export function PendingDetails({ wait }: { wait: DetailsAvailableFrom }) {
  const pending = (["bank_transfer", ...COINS] as const).flatMap((to) => {
    const from = wait[to];
    return from === undefined ? [] : [{ to, from }];
  });
  if (pending.length === 0) return null;
  return (
    <Notice kind="info" className="mt-4">
      {words.keptBack}
      <ul className="mt-2">
        {pending.map(({ to, from }) => (
          <li key={to}>
            {words.keptBackUntil(to === "bank_transfer" ? null : COIN_FACTS[to].name, formatDateTime(from))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
