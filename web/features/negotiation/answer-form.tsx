import { type FormEvent, useState } from "react";
import { ANSWER_MAX } from "#domain/negotiation/seller-questions";
import { ApiError } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { useAnswer } from "./seller-api.ts";

interface AnswerFormProps {
  negotiationId: string;
  messageId: string;
  buyer: string;
  /** The amount the buyer asked about: a yes makes it a counter-offer. */
  amount: number | null;
}

/** Answers a question with one tap, Yes or No, or in words. */
export function AnswerForm({ negotiationId, messageId, buyer, amount }: AnswerFormProps) {
  const [text, setText] = useState("");
  const [shared, setShared] = useState(true);
  const [problem, setProblem] = useState<string>();
  const answer = useAnswer(negotiationId);
  const send = (said: string, agreed = false) => {
    if (answer.isPending) return;
    setProblem(undefined);
    answer.mutate(
      {
        message_id: messageId,
        text: said,
        shared: shared && amount === null,
        ...(agreed && { agreed: true as const }),
      },
      {
        onSuccess: () => toast({ title: "Answer sent", description: `${buyer} sees it in the chat with Knowzee.` }),
        onError: (error) =>
          setProblem(error instanceof ApiError ? error.message : "We couldn't send it. Please try again."),
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") setProblem("Please write an answer.");
    else send(text.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="mt-3 grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button
          size="sm"
          variant="secondary"
          disabled={answer.isPending}
          onClick={() => (amount === null ? send("Yes.") : send(`Yes, ${formatDollars(amount)}.`, true))}
        >
          {amount === null ? "Yes" : `Yes, ${formatDollars(amount)}`}
        </Button>
        <Button size="sm" variant="secondary" disabled={answer.isPending} onClick={() => send("No.")}>
          No
        </Button>
      </div>
      <Field label="Your answer" error={problem}>
        <TextArea rows={2} maxLength={ANSWER_MAX} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {amount === null ? (
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
          Knowzee can tell other buyers
        </Checkbox>
      ) : null}
      <div>
        <Button type="submit" size="sm" loading={answer.isPending}>
          Send answer
        </Button>
      </div>
    </form>
  );
}
