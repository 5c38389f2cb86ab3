import { clsx } from "clsx";
import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";
import { COIN_FACTS, COINS } from "#domain/payments/crypto-coins";
import type { DetailsAvailableFrom } from "#domain/payments/payment-details-delay";
import { formatRate } from "#domain/payments/platform-fee";
import { readAccountNumber, readBsb, tidied } from "#domain/readers/numbers";
import { siteName } from "../../../lib/document-title.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { Private } from "./private.tsx";
import { formatBsb, type SettingsForm } from "./settings-values.ts";
import { WalletFields } from "./wallet-fields.tsx";

const keptBackUntil = (what: string | null, from: string) => `${what ?? "Bank details"}: from ${from}`;

/** Card: the buyer pays here, and the provider pays the seller. */
export function CardField({ form: { register } }: { form: SettingsForm }) {
  const { platformFee } = useSession();
  return (
    <Checkbox
      {...register("card")}
      hint={
        <>
          Instant for the buyer. We pay you after pickup, to the account you set up in the{" "}
          <Link to="/Connect" className="font-semibold text-brand-ink underline">
            Seller Hub
          </Link>
          .{platformFee > 0 ? ` ${siteName()} keeps ${formatRate(platformFee)} of the price.` : null}
        </>
      }
    >
      <span className="font-semibold">Card</span>
    </Checkbox>
  );
}

/** Cash or PayID when the buyer picks the item up. */
export function CashField({ form: { register }, className }: { form: SettingsForm; className?: string }) {
  return (
    <Checkbox
      {...register("cash")}
      className={className}
      hint="Buyers pay you at pickup. We hold the item until a day after the pickup time."
    >
      <span className="font-semibold">Cash or PayID at pickup</span>
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
      <Checkbox {...register("bank_transfer")} hint="1-2 business days, no fees.">
        <span className="font-semibold">Bank transfer</span>
      </Checkbox>
      {bankTransfer && noBank ? (
        <Notice kind="warning" className="mt-2">
          Until you add your bank details, buyers can't choose bank transfer.
        </Notice>
      ) : null}
      {/* What is neither ticked nor filled in needs no fields. */}
      <Panel className={clsx("mt-3 grid gap-5 sm:grid-cols-2", !bankTransfer && noBank && "hidden!")}>
        <p className="text-muted sm:col-span-2">
          <Private>
            <span className="font-semibold text-ink">Your bank details are private.</span>
          </Private>{" "}
          We only show them to a buyer who holds your item, has agreed to pick it up and has chosen bank transfer. We
          keep a record each time. Existing orders keep the details they were placed with.
        </p>
        <Field label="Account name" error={errors.bank_details?.account_name?.message} className="sm:col-span-2">
          <TextInput {...register("bank_details.account_name")} maxLength={80} autoComplete="off" />
        </Field>
        <Field label="BSB" error={errors.bank_details?.bsb?.message}>
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
            tidy={tidied(readBsb)}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field label="Account number" error={errors.bank_details?.account_number?.message}>
          <TextInput
            {...register("bank_details.account_number")}
            inputMode="numeric"
            tidy={tidied(readAccountNumber)}
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
      <Checkbox {...register("crypto")} hint="10-30 minutes." className="mt-4">
        <span className="font-semibold">Cryptocurrency</span>
      </Checkbox>
      {crypto && noWallet ? (
        <Notice kind="warning" className="mt-2">
          Until you add a wallet address, buyers can't choose crypto.
        </Notice>
      ) : null}
      <Panel className={clsx("mt-3 grid gap-5 sm:grid-cols-2", !crypto && noWallet && "hidden!")}>
        <p className="text-muted sm:col-span-2">
          <Private>
            <span className="font-semibold text-ink">Your wallet addresses are private.</span>
          </Private>{" "}
          We show them the same way as bank details, and only for the coin a buyer has chosen. Leave blank any coins you
          don't accept.
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
      To protect you, buyers won't see your changes for 24 hours. Until then, they can pay you another way.
      <ul className="mt-2">
        {pending.map(({ to, from }) => (
          <li key={to}>{keptBackUntil(to === "bank_transfer" ? null : COIN_FACTS[to].name, formatDateTime(from))}</li>
        ))}
      </ul>
    </Notice>
  );
}
