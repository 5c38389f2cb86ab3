import { type FormEvent, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { useRequestKey } from "../../../lib/request-key.ts";
import { toast } from "../../../ui/toast.tsx";

/**
 * State of a form that writes to support: validates before sending, reuses one idempotency key for all tries, and shows
 * errors at their field or as the specified message. The first invalid field gets the focus.
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
    const found = fieldErrors(schema, body);
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
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) {
        // The specified message. The server's own message is shown only for a rate limit or when offline.
        const waits = error instanceof ApiError && (error.status === 429 || error.code === "offline");
        setFailure(waits ? errorMessage(error) : MESSAGES.supportFailed);
      }
    } finally {
      setBusy(false);
    }
  };

  return { form, submit: (event: FormEvent) => void submit(event), busy, problems, failure };
}
