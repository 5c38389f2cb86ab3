import { useQueryClient } from "@tanstack/react-query";
import { NewRatingReply, RATING_REPLY_MAX, type RatingView } from "#contract/orders/ratings";
import { api, unwrap } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
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
  const form = useApiForm({
    start: { text: "" },
    check: (values) => checked(NewRatingReply, values),
    send: (json) => unwrap(api.api.ratings[":id"].reply.$post({ param: { id: rating.id }, json })),
    onSent: () => {
      toast({ title: "Reply posted", description: "Anyone who sees the rating can read it." });
      void client.invalidateQueries({ queryKey: ["ratings"] });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={`Reply to ${rating.by}`}
      description="You can reply once, and you can't change it later."
      size="sm"
      sticky={form.values.text.trim() !== ""}
      submitLabel="Post reply"
    >
      <Field
        label="Your reply"
        hint={`Anyone can read it. Up to ${RATING_REPLY_MAX} characters, without contact details.`}
        error={form.problem("text")}
        required
      >
        <TextArea maxLength={RATING_REPLY_MAX} {...form.input("text")} />
      </Field>
    </FormDialog>
  );
}
