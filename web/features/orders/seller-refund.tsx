import { type FormEvent, useState } from "react";
import type { BankDetails } from "#contract/account/profiles";
import type { OrderView } from "#contract/orders";
import { readAccountNumber, readBsb, tidied } from "#domain/readers/numbers";
import { ApiError } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { type OrderAction, useOrderCommand } from "./api.ts";

function useReport(order: OrderView) {
  const command = useOrderCommand();
  const say = (
    what: Extract<OrderAction, { kind: "money_back" }>["say"],
    done: { title: string; description: string },
    onProblem?: (error: unknown) => boolean,
  ) => {
    command.mutateAsync({ order, command: { kind: "money_back", say: what } }).then(
      () => toast(done),
      (error: unknown) => {
        if (onProblem?.(error)) return;
        toastError("That wasn't saved")(error);
      },
    );
  };
  return { say, busy: command.isPending };
}

const EMPTY: BankDetails = { account_name: "", bsb: "", account_number: "" };

/** The buyer chooses the account for the refund: the one in their settings, or another. */
export function RefundAccountForm({ order }: { order: OrderView }) {
  const saved = useSession().profile?.bank_details;
  const [account, setAccount] = useState<BankDetails>(saved ?? EMPTY);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { say, busy } = useReport(order);
  const seller = order.counterparty.display_name;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    say(
      { action: "give_account", account },
      { title: "Account saved", description: `We've let ${seller} know where to send it.` },
      (error) => {
        const fields = error instanceof ApiError ? error.fields : {};
        setProblems(fields);
        return Object.keys(fields).length > 0;
      },
    );
  };
  const field = (name: keyof BankDetails) => ({
    value: account[name],
    onChange: (event: { target: { value: string } }) => {
      setAccount({ ...account, [name]: event.target.value });
      setProblems({});
    },
    autoComplete: "off",
  });
  const problem = (name: keyof BankDetails) => problems[`account.${name}`] ?? problems[name];

  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4 sm:grid-cols-2">
      <Field label="Account name" error={problem("account_name")} required className="sm:col-span-2">
        <TextInput {...field("account_name")} maxLength={80} />
      </Field>
      <Field label="BSB" error={problem("bsb")} required>
        <TextInput {...field("bsb")} inputMode="numeric" placeholder="000-000" tidy={tidied(readBsb)} />
      </Field>
      <Field label="Account number" error={problem("account_number")} required>
        <TextInput {...field("account_number")} inputMode="numeric" tidy={tidied(readAccountNumber)} />
      </Field>
      <p className="text-sm text-muted sm:col-span-2">Only {seller} and our team see this account.</p>
      <div className="sm:col-span-2">
        <Button type="submit" loading={busy}>
          Send the refund here
        </Button>
      </div>
    </form>
  );
}

/** The seller sends the refund to the buyer's account and reports it. */
export function SendRefund({ order }: { order: OrderView }) {
  const { say, busy } = useReport(order);
  const account = order.money_back?.account;
  if (!account) return null;
  const buyer = order.counterparty.display_name;
  return (
    <div className="mt-5">
      <dl className="divide-y divide-line border-y border-line">
        <CopyRow name="Account name" value={account.account_name} />
        <CopyRow name="BSB" value={account.bsb} />
        <CopyRow name="Account number" value={account.account_number} />
        <CopyRow name="Amount" value={formatDollars(order.money_back?.amount ?? order.amount)} />
      </dl>
      <Button
        className="mt-5"
        loading={busy}
        onClick={() =>
          say(
            { action: "sent" },
            { title: "Refund marked as sent", description: `We'll ask ${buyer} if it's arrived.` },
          )
        }
      >
        I've sent it
      </Button>
      <p className="mt-3 text-sm text-muted">The money never arrived? Contact support below.</p>
    </div>
  );
}

/** The buyer reports whether the refund has arrived. */
export function ConfirmRefund({ order }: { order: OrderView }) {
  const { say, busy } = useReport(order);
  const seller = order.counterparty.display_name;
  return (
    <div className="mt-5 flex flex-wrap gap-2.5">
      <Button
        loading={busy}
        onClick={() => say({ action: "arrived" }, { title: "Refund received", description: "All settled. Thank you." })}
      >
        It arrived
      </Button>
      <Button
        variant="secondary"
        disabled={busy}
        onClick={() =>
          say(
            { action: "not_yet" },
            { title: "Marked as not arrived", description: `We've asked ${seller} to check the transfer.` },
          )
        }
      >
        Not yet
      </Button>
    </div>
  );
}
