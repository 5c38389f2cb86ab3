import { type FormEvent, useState } from "react";
import type { OrderView } from "#contract/orders";
import { normalTx } from "#domain/payments/crypto-coins";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { submitErrorText, useOrderCommand } from "./api.ts";

/** The buyer of a crypto order enters the transaction hash of the payment (D23). */
export function HashForm({ order }: { order: OrderView }) {
  const command = useOrderCommand();
  const [hash, setHash] = useState("");
  const [problem, setProblem] = useState<string>();
  const coin = order.crypto?.coin;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending) return;
    const txHash = coin === undefined ? null : normalTx(coin, hash);
    if (txHash === null) {
      setProblem(hash.trim() === "" ? "Please enter the transaction hash." : "That transaction hash isn't valid.");
      return;
    }
    command.mutateAsync({ order, command: { kind: "hash", txHash } }).then(
      () =>
        toast({ title: "We've let the seller know", description: "They'll check for your payment and confirm it." }),
      (error: unknown) => setProblem(submitErrorText(error)),
    );
  };

  return (
    <form className="mt-5" onSubmit={submit} noValidate>
      <Field label="Transaction hash" hint="Your wallet shows it after you pay." error={problem}>
        <TextInput
          value={hash}
          onChange={(event) => {
            setHash(event.target.value);
            setProblem(undefined);
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-semibold"
        />
      </Field>
      <Button type="submit" className="mt-4" loading={command.isPending}>
        I've sent the payment
      </Button>
    </form>
  );
}
