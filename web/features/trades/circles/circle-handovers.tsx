import { MapPin } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { CircleLegView, CircleView } from "#contract/trades/circles";
import { readSixDigits, tidied } from "#domain/readers/numbers";
import { errorMessage } from "../../../lib/api-client.ts";
import { formatTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { MessageButton } from "../../messages/index.ts";
import { useCircleCommand } from "./api.ts";
import { cashLabel, legsOf } from "./circle-labels.ts";

/** The viewer's two handovers of an accepted circle: where to pick up, with their code, and whose code to enter. */
export function CircleHandovers({ circle }: { circle: CircleView }) {
  const { give, get } = legsOf(circle);
  return (
    <>
      {get.state === "locked" ? <PickUp leg={get} /> : null}
      {give.state === "locked" ? <HandOver id={circle.id} leg={give} /> : null}
    </>
  );
}

function PickUp({ leg }: { leg: CircleLegView }) {
  const { item, giver, code } = leg;
  return (
    <Section
      title={`Pick up “${item.title}”`}
      description={`${cashLabel(leg)}.`}
      actions={<MessageButton itemId={item.id} person={giver} />}
    >
      <p className="flex items-start gap-1.5">
        <MapPin className="mt-0.5 size-4 shrink-0 text-muted" />
        {item.collection_address ?? `Arrange a place with ${giver.display_name}`}
      </p>
      {code === null ? null : (
        <>
          <p className="mt-4 text-sm text-muted">
            Your code. Show it to {giver.display_name} only once you have the item.
          </p>
          <p
            role="img"
            aria-label={`Your code: ${[...code].join(" ")}`}
            className="mt-1 select-all text-2xl font-extrabold tabular-nums tracking-[0.3em]"
          >
            {code}
          </p>
        </>
      )}
    </Section>
  );
}

function HandOver({ id, leg }: { id: string; leg: CircleLegView }) {
  const { item, receiver, code_locked_until } = leg;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const command = useCircleCommand();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending) return;
    const reading = readSixDigits(code);
    if (!reading.ok) return setProblem(reading.message);
    command.mutate(
      { id, action: "hand-over", code: reading.value },
      {
        onSuccess: (circle) =>
          toast({
            title: circle.status === "completed" ? "Swap circle completed" : "Handed over",
            description: item.title,
          }),
        onError: (error) => setProblem(errorMessage(error)),
      },
    );
  };
  return (
    <Section
      title={`Hand over “${item.title}”`}
      description={`${cashLabel(leg)}.`}
      actions={<MessageButton itemId={item.id} person={receiver} />}
    >
      {code_locked_until !== null ? (
        <p>Too many wrong codes. You can try again at {formatTime(code_locked_until)}.</p>
      ) : (
        <form onSubmit={submit} noValidate>
          <Field
            label={`${receiver.display_name}'s code`}
            hint="They see 6 digits on this page. Enter them when you hand the item over."
            error={problem}
          >
            <TextInput
              inputMode="numeric"
              // Not "one-time-code": a phone would offer the code of the bank's last message.
              autoComplete="off"
              tidy={tidied(readSixDigits)}
              enterKeyHint="done"
              placeholder="000000"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setProblem(undefined);
              }}
              className="max-w-60 text-center text-2xl font-bold tracking-[0.3em] tabular-nums"
            />
          </Field>
          <Button type="submit" className="mt-4" loading={command.isPending}>
            Hand over
          </Button>
        </form>
      )}
    </Section>
  );
}
