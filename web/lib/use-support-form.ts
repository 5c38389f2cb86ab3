import { type FormEvent, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/messages";
import { toast } from "../ui/toast.tsx";
import { ApiProblem, problemMessage } from "./api-client.ts";
import { fieldProblems } from "./field-problems.ts";
import { useRequestKey } from "./request-key.ts";

/**
 * A form that writes to the people behind the service: checked here, sent once however often it is tried, and what went
 * wrong at its field or in the specified words. The first field in question has the focus.
 */
export function useSupportForm<Body>({
  schema,
  body,
  send,
  onSent,
}: {
  schema: z.ZodMiniType;
  body: Body;
  send: (body: Body, key: string) => Promise<unknown>;
  onSent: () => void;
}) {
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRequestKey();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const found = fieldProblems(schema, body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(body, key.keyFor(body));
      key.answered();
      onSent();
      toast({ title: MESSAGES.supportDone, description: MESSAGES.supportDoneDetail });
    } catch (error) {
      key.answered(error);
      const fields = error instanceof ApiProblem ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) {
        // The specified sentence; the service's own adds something only when it says to wait or that we are offline.
        const waits = error instanceof ApiProblem && (error.status === 429 || error.code === "offline");
        setFailure(waits ? problemMessage(error) : MESSAGES.supportFailed);
      }
    } finally {
      setBusy(false);
    }
  };

  return { form, submit: (event: FormEvent) => void submit(event), busy, problems, failure };
}
