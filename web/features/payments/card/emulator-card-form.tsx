import { clsx } from "clsx";
import { CreditCard } from "lucide-react";
import { type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import {
  type CardDetails,
  type CardErrors,
  type CardFields,
  digitsOf,
  groupExpiry,
  groupNumber,
  parseCard,
  TEST_CARDS,
} from "./card-number.ts";
import { type CardEntryHandle, type IntentResult, intentIdOf, type ReadyCard } from "./confirm-card.ts";

interface EmulatorCardFormProps {
  ref: Ref<CardEntryHandle>;
  publishableKey: string;
  disabled: boolean;
  /** Called when Enter is pressed in a field. */
  onSubmit: () => void;
}

const SHOWN_AT_ONCE = 4;

/** The card form of test payments. It sends only the published test numbers. */
export default function EmulatorCardForm({ ref, publishableKey, disabled, onSubmit }: EmulatorCardFormProps) {
  const [fields, setFields] = useState<CardFields>({ number: "", expiry: "", cvc: "" });
  const [problems, setProblems] = useState<CardErrors>({});
  const form = useRef<HTMLFormElement>(null);

  useImperativeHandle(ref, () => ({
    ready: async () => {
      const read = parseCard(fields, new Date());
      if ("card" in read) return readyCard(read.card, publishableKey);
      setProblems(read.problems);
      const first = (["number", "expiry", "cvc"] as const).find((name) => read.problems[name]);
      form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
      return null;
    },
  }));

  function change(name: keyof CardFields, value: string) {
    setFields((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _, ...others }) => others);
  }

  function fill(number: string) {
    setFields({ number: groupNumber(number), expiry: "12 / 34", cvc: "123" });
    setProblems({});
  }

  return (
    <form
      ref={form}
      aria-label="Card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        <Field label="Card number" error={problems.number} className="col-span-2" required>
          <TextInput
            name="number"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            spellCheck={false}
            disabled={disabled}
            value={fields.number}
            onChange={(event) => change("number", groupNumber(event.target.value))}
            className="tabular-nums"
            after={<CreditCard className="mr-3 size-5 text-muted" />}
          />
        </Field>
        <Field label="Expiry" error={problems.expiry} required>
          <TextInput
            name="expiry"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            disabled={disabled}
            value={fields.expiry}
            onChange={(event) => change("expiry", groupExpiry(event.target.value, fields.expiry))}
            className="tabular-nums"
          />
        </Field>
        <Field label="CVC" error={problems.cvc} required>
          <TextInput
            name="cvc"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
            disabled={disabled}
            value={fields.cvc}
            onChange={(event) => change("cvc", digitsOf(event.target.value, 4))}
            className="tabular-nums"
          />
        </Field>
      </div>
      <input type="submit" hidden />
      <TestCards chosen={digitsOf(fields.number, 19)} disabled={disabled} onChoose={fill} />
    </form>
  );
}

function TestCards({
  chosen,
  disabled,
  onChoose,
}: {
  chosen: string;
  disabled: boolean;
  onChoose: (number: string) => void;
}) {
  const heading = useId();
  const rows = (cards: typeof TEST_CARDS) => (
    <ul aria-labelledby={heading}>
      {cards.map(({ number, outcome }) => (
        <li key={number}>
          <button
            type="button"
            disabled={disabled}
            aria-pressed={chosen === number}
            onClick={() => onChoose(number)}
            className={clsx(
              "flex min-h-tap w-full flex-wrap items-center justify-between gap-x-3 rounded-sm px-2 py-1 text-left text-sm hover:bg-brand-soft hover:text-brand-ink disabled:opacity-50",
              chosen === number && "bg-brand-soft text-brand-ink",
            )}
          >
            <span className="font-semibold tabular-nums">{groupNumber(number)}</span>
            <span>{outcome}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-4 rounded-md bg-surface px-2 py-3">
      <p id={heading} className="px-2 text-sm font-semibold">
        Test cards
      </p>
      {rows(TEST_CARDS.slice(0, SHOWN_AT_ONCE))}
      <details>
        <summary className="flex min-h-tap cursor-pointer items-center px-2 text-sm font-semibold text-brand-ink">
          More test cards
        </summary>
        {rows(TEST_CARDS.slice(SHOWN_AT_ONCE))}
      </details>
    </div>
  );
}

function readyCard(card: CardDetails, key: string): ReadyCard {
  return {
    confirmCard: (clientSecret, returnUrl) =>
      callEmulator(key, `${intentIdOf(clientSecret)}/confirm`, {
        method: "POST",
        body: new URLSearchParams({
          key,
          client_secret: clientSecret,
          return_url: returnUrl,
          "payment_method_data[type]": "card",
          "payment_method_data[card][number]": card.number,
          "payment_method_data[card][exp_month]": String(card.exp_month),
          "payment_method_data[card][exp_year]": String(card.exp_year),
          "payment_method_data[card][cvc]": card.cvc,
        }),
      }),
    retrieveIntent: (clientSecret) =>
      callEmulator(key, `${intentIdOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`),
  };
}

/** Sends the requests that Stripe.js would send to Stripe to the emulator. */
async function callEmulator(key: string, path: string, init: RequestInit = {}): Promise<IntentResult> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`/emulator/stripe/v1/payment_intents/${path}`, { ...init, headers });
  const body = (await response.json()) as IntentResult | NonNullable<IntentResult["paymentIntent"]>;
  return "status" in body ? { paymentIntent: body } : body;
}
