import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { NewRatingReply, RATING_REPLY_MAX, type RatingView } from "#contract/orders/ratings";
import { ApiError, api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";

interface ReplyDialogProps {
  open: boolean;
  onClose: () => void;
  rating: Pick<RatingView, "id" | "by">;
}

/** Writes the one public answer to a rating (D43). */
export default function ReplyDialog({ open, onClose, rating }: ReplyDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const send = useMutation({
    mutationFn: () => unwrap(api.api.ratings[":id"].reply.$post({ param: { id: rating.id }, json: { text } })),
    onSuccess: () => {
      toast({ title: "Reply posted", description: "Anyone who sees the rating can read it." });
      void client.invalidateQueries({ queryKey: ["ratings"] });
      onClose();
    },
    onError: (error) => setProblem(error instanceof ApiError ? error.fields.text : undefined),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    send.reset();
    const wrong = fieldErrors(NewRatingReply, { text }).text;
    setProblem(wrong);
    if (wrong === undefined) send.mutate();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Reply to ${rating.by}`}
      description="You can reply once, and you can't change it later."
      size="sm"
      sticky={send.isPending || text.trim() !== ""}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={send.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={send.isPending}>
            Post reply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Your reply"
          hint={`Anyone can read it. Up to ${RATING_REPLY_MAX} characters, without contact details.`}
          error={problem}
          required
        >
          <TextArea maxLength={RATING_REPLY_MAX} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {send.isError && problem === undefined ? <Notice kind="error">{errorMessage(send.error)}</Notice> : null}
      </form>
    </Dialog>
  );
}
