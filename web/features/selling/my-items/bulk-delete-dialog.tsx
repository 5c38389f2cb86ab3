import { type FormEvent, useId, useState } from "react";
import type { BulkReply, OwnItemRow } from "#contract/selling/my-items";
import { serverNow } from "../../../lib/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
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
  const [ticked, setTicked] = useState(false);
  const [typed, setTyped] = useState("");
  const [problems, setProblems] = useState<{ box?: string; word?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const remove = useDeleteItems();
  const form = useId();

  const now = serverNow();
  const deletable = items.filter((item) => isDeletable(item, now));
  const skipped = items.length - deletable.length;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (remove.isPending || deletable.length === 0) return;
    const found = {
      ...(ticked ? {} : { box: "Please tick the box to delete these items." }),
      ...(typed === WORD ? {} : { word: `Please type ${WORD} to confirm.` }),
    };
    setProblems(found);
    if (found.box !== undefined) {
      toast({ title: "Confirmation Required", description: found.box, variant: "destructive" });
      return;
    }
    if (found.word !== undefined) {
      toast({ title: "Invalid Confirmation", description: found.word, variant: "destructive" });
      return;
    }
    remove.mutate(
      { ids: deletable.map((item) => item.id), confirm: WORD },
      {
        onSuccess: (reply) => {
          showResult("delete", reply);
          onDone(reply);
        },
        onError: (error) => {
          const why = refusalOr(error, "Failed to delete items");
          setFailure(why);
          toast({ title: "Delete Failed", description: why, variant: "destructive" });
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={deletable.length === 0 ? "Delete items" : deleteQuestion(itemCountLabel(deletable.length))}
      description={deletable.length === 0 ? undefined : "They'll be removed from the marketplace. You can't undo this."}
      size="sm"
      sticky={remove.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="danger"
            loading={remove.isPending}
            disabled={deletable.length === 0}
          >
            {deletable.length === 0 ? "Delete" : deleteThese(itemCountLabel(deletable.length))}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
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
              checked={ticked}
              onChange={(event) => {
                setTicked(event.target.checked);
                setProblems(({ box: _, ...rest }) => rest);
              }}
              error={problems.box}
            >
              I understand that I can't undo this
            </Checkbox>
            <Field label={`Type ${WORD} to confirm`} error={problems.word}>
              <TextInput
                value={typed}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setProblems(({ word: _, ...rest }) => rest);
                }}
              />
            </Field>
          </>
        ) : null}
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
