import { useEffect, useRef } from "react";
import { MESSAGES } from "#contract/copy";
import { COIN_FACTS } from "#domain/payments/crypto-coins";
import { formatDollars } from "../../../lib/format.ts";
import { Field } from "../../../ui/field.tsx";
import { Pinned } from "../../../ui/pinned.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { CryptoDetails } from "../../orders/index.ts";
import type { CoinTerms } from "../api.ts";
import type { Problem } from "../checkout-state.ts";

/** Id of the sentence that says why the button is disabled. */
export const HASH_REASON = "hash-reason";

interface HashFieldProps {
  hash: string;
  /** Why the hash was refused. */
  problem: Problem | null;
  onType: (hash: string) => void;
  /** Called when Enter is pressed. */
  onSubmit: () => void;
}

interface CryptoStepProps extends HashFieldProps {
  crypto: CoinTerms;
  /** Dollars. */
  amount: number;
}

/** Wallet, amount and QR code, and the hash of the transaction that the buyer has sent. */
export function CryptoStep({ crypto, amount, ...field }: CryptoStepProps) {
  const { coin, rate, estimate } = crypto;
  return (
    <>
      <CryptoDetails terms={crypto} unpaid />
      <p className="mt-3 text-sm text-muted">
        {formatDollars(amount)} at {formatDollars(rate)} per {COIN_FACTS[coin].symbol}
        {estimate ? " (estimate)" : ""}. This amount is locked while the item is held for you.
      </p>
      <HashField {...field} />
    </>
  );
}

/** The transaction hash. Once it is typed, it counts even when the hold ends. */
export function HashField({ hash, problem, onType, onSubmit }: HashFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  return (
    <form
      className="mt-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field
        label="Transaction hash"
        required
        hint="Your wallet shows it after you pay. The seller uses it to check your payment."
        error={problem ? `${problem.title}. ${problem.description}` : undefined}
      >
        <TextInput
          ref={field}
          value={hash}
          onChange={(event) => onType(event.target.value)}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-semibold"
        />
      </Field>
      {/* The field may be out of view. The buttons of a dialog wrap upwards, so the reason stands above them. */}
      {hash.trim() === "" ? (
        <Pinned>
          <p id={HASH_REASON} className="basis-full! text-sm text-muted">
            <span className="font-semibold text-ink">{MESSAGES.txHashTitle}.</span> {MESSAGES.txHashRequired}
          </p>
        </Pinned>
      ) : null}
    </form>
  );
}
