import type { BulkReply, OwnItemRow } from "#contract/selling/my-items";
import { serverNow } from "../../../lib/server-clock.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDeleteItems } from "./api.ts";
import { itemCountLabel, refusalOr, showResult } from "./bulk-result.ts";
import { isDeletable } from "./row-state.ts";

const deleteQuestion = (count: string) => `Delete ${count}?`;

const deleteThese = (count: string) => `Delete ${count}`;

const andMore = (count: string) => `and ${count} more`;

const WORD = "DELETE";
/** Number of titles shown; further ones are counted. */
const NAMED = 5;

/** Deletes many items after two confirmations: a checkbox and a typed word. */
export default function BulkDeleteDialog({
  open,
  items,
  onClose,
  onDone,
}: {
  open: boolean;
  items: readonly OwnItemRow[];
  onClose: () => void;
  onDone: (reply: BulkReply) => void;
}) {
  const remove = useDeleteItems();
  const now = serverNow();
  const deletable = items.filter((item) => isDeletable(item, now));
  const skipped = items.length - deletable.length;

  const form = useApiForm({
    start: { ticked: false, word: "" },
    check: ({ ticked, word }) => {
      const problems = {
        ...(ticked ? {} : { ticked: "Please tick the box to delete these items." }),
        ...(word === WORD ? {} : { word: `Please type ${WORD} to confirm.` }),
      };
      const [message] = Object.values(problems);
      if (message === undefined) return { ok: true, body: deletable.map((item) => item.id) };
      const title = ticked ? "Invalid Confirmation" : "Confirmation Required";
      toast({ title, description: message, variant: "destructive" });
      return { ok: false, problems };
    },
    send: (ids) => remove.mutateAsync({ ids, confirm: WORD }),
    onSent: (reply) => {
      showResult("delete", reply);
      onDone(reply);
    },
    failure: (error) => {
      const why = refusalOr(error, "Failed to delete items");
      toast({ title: "Delete Failed", description: why, variant: "destructive" });
      return why;
    },
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={deletable.length === 0 ? "Delete items" : deleteQuestion(itemCountLabel(deletable.length))}
      description={deletable.length === 0 ? undefined : "They'll be removed from the marketplace. You can't undo this."}
      size="sm"
      danger
      submitLabel={deletable.length === 0 ? "Delete" : deleteThese(itemCountLabel(deletable.length))}
      disabled={deletable.length === 0}
    >
      {skipped > 0 ? (
        <Notice kind="info">
          <p>
            {deletable.length === 0
              ? "You can only delete active and inactive items. None of these are."
              : `${skipped} reserved or sold item(s) will be skipped.`}
          </p>
        </Notice>
      ) : null}
      {deletable.length > 0 ? (
        <>
          <ul className="grid gap-0.5">
            {deletable.slice(0, NAMED).map((item) => (
              <li dir="auto" key={item.id} className="truncate font-medium">
                {item.title}
              </li>
            ))}
            {deletable.length > NAMED ? (
              <li className="text-muted">{andMore((deletable.length - NAMED).toLocaleString("en-AU"))}</li>
            ) : null}
          </ul>
          <Checkbox
            checked={form.values.ticked}
            onChange={(event) => form.change({ ticked: event.target.checked })}
            error={form.problem("ticked")}
          >
            I understand that I can't undo this
          </Checkbox>
          <Field label={`Type ${WORD} to confirm`} error={form.problem("word")}>
            <TextInput autoComplete="off" autoCapitalize="characters" spellCheck={false} {...form.input("word")} />
          </Field>
        </>
      ) : null}
    </FormDialog>
  );
}
