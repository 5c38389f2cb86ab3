import { type RefObject, useRef, useState } from "react";
import type { PaymentIntentReply } from "#contract/payments";
import { centsToDollars } from "#domain/money";
import { newIdempotencyKey } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { useRefreshSession, useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { createIntent } from "./card/api.ts";
import { CardPaymentView } from "./card/card-payment-view.tsx";
import { INIT_FAILED } from "./card/payment-errors.ts";
import { TestPayments } from "./card/test-payments.tsx";
import { useCardPayment } from "./card/use-card-payment.ts";
import { acceptedAmount, amountError } from "./top-up-amount.ts";
import { showNotCredited, tellCredited } from "./top-up-toasts.ts";

const balancePays = (dollars: string) => `You have ${dollars} of ad credit to promote your items.`;

const PRESETS = ["10", "20", "50", "100"];

/** Adds funds to the ad-credit balance by card. */
export default function TopUpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { profile } = useSession();
  const amount = useRef<HTMLInputElement>(null);
  // A new key per opening resets the form; the closing animation still shows the old content.
  const [visit, setVisit] = useState(0);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setVisit(visit + 1);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      sticky
      size="sm"
      title="Add funds"
      description={balancePays(formatDollars(profile?.seller_balance ?? 0))}
    >
      <TopUp key={visit} amountRef={amount} onDone={onClose} />
    </Dialog>
  );
}

function TopUp({ amountRef, onDone }: { amountRef: RefObject<HTMLInputElement | null>; onDone: () => void }) {
  const [text, setText] = useState("20");
  const [intent, setIntent] = useState<{ cents: number; reply: PaymentIntentReply } | null>(null);
  if (intent !== null) {
    return (
      <TopUpCard cents={intent.cents} intent={intent.reply} onDone={onDone} onChangeAmount={() => setIntent(null)} />
    );
  }
  return (
    <AmountForm
      amountRef={amountRef}
      text={text}
      onText={setText}
      onIntent={(cents, reply) => setIntent({ cents, reply })}
    />
  );
}

interface AmountFormProps {
  amountRef: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onIntent: (cents: number, reply: PaymentIntentReply) => void;
}

function AmountForm({ amountRef, text, onText, onIntent }: AmountFormProps) {
  const [problem, setProblem] = useState<string>();
  const [starting, setStarting] = useState(false);
  // One idempotency key per amount until the server answers, so that a retry after a lost reply is safe.
  const attempt = useRef<{ cents: number; key: string } | null>(null);

  async function start() {
    if (starting) return;
    const cents = acceptedAmount(text);
    if (cents === null) {
      setProblem(amountError(text));
      amountRef.current?.focus();
      return;
    }
    if (attempt.current?.cents !== cents) attempt.current = { cents, key: newIdempotencyKey() };
    setStarting(true);
    setProblem(undefined);
    try {
      onIntent(cents, await createIntent({ kind: "topup", cents }, attempt.current.key));
    } catch {
      setProblem(INIT_FAILED.description);
      toast({ title: INIT_FAILED.title, variant: "destructive" });
    } finally {
      setStarting(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <TestPayments />
      <Field label="Amount in AUD" error={problem} hint="At least $5." required>
        <MoneyInput
          ref={amountRef}
          name="amount"
          disabled={starting}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div role="group" aria-label="Common amounts" className="mt-3 flex gap-2">
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="sm"
            variant={text === preset ? "soft" : "quiet"}
            aria-pressed={text === preset}
            disabled={starting}
            className="flex-1 px-2"
            onClick={() => {
              onText(preset);
              setProblem(undefined);
            }}
          >
            ${preset}
          </Button>
        ))}
      </div>
      <Button type="submit" block size="lg" className="mt-5" loading={starting}>
        Continue to payment
      </Button>
    </form>
  );
}

interface TopUpCardProps {
  cents: number;
  intent: PaymentIntentReply;
  onDone: () => void;
  onChangeAmount: () => void;
}

function TopUpCard({ cents, intent, onDone, onChangeAmount }: TopUpCardProps) {
  const refresh = useRefreshSession();
  const payment = useCardPayment({
    target: { kind: "topup", cents },
    intent,
    onPaid: () => {
      tellCredited(cents);
      void refresh();
      onDone();
    },
    onLate: showNotCredited,
  });
  const amount = centsToDollars(cents);
  return (
    <>
      {payment.phase.at === "entry" ? (
        <p className="mb-4 flex flex-wrap items-baseline justify-between gap-2">
          <span>
            You're adding <strong className="font-bold tabular-nums">{formatDollars(amount)}</strong>
          </span>
          <button type="button" className="min-h-tap font-semibold text-brand-ink underline" onClick={onChangeAmount}>
            Change amount
          </button>
        </p>
      ) : null}
      <CardPaymentView payment={payment} amount={amount} />
    </>
  );
}
