import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { WISH_LIST_NAME_MAX, WISH_LISTS_MAX } from "#domain/wishlists/wish-lists";
import { errorMessage, newIdempotencyKey } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { QueryState } from "../../ui/placeholders.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toastError } from "../../ui/toast.tsx";
import { useListCommand } from "./api.ts";
import { useListsOf, useSaveItem, useWishLists } from "./wish-lists.ts";

export interface ListChooserProps {
  item: { id: string; title: string };
  open: boolean;
  onClose: () => void;
}

/** Chooses the wish lists of an item. Each change is saved at once. */
export default function ListChooser({ item, open, onClose }: ListChooserProps) {
  const lists = useWishLists(open);
  const chosen = useListsOf(item.id, open) ?? [];
  const place = useSaveItem(item.id);
  const put = (list_ids: string[]) =>
    place.mutate(list_ids, {
      onError: toastError("Your lists weren't changed"),
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Choose lists"
      description={item.title}
      size="sm"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {lists.data ? (
        <>
          <fieldset>
            <legend className="sr-only">Your wish lists</legend>
            {lists.data.items.map((list) => (
              <Checkbox
                key={list.id}
                checked={chosen.includes(list.id)}
                onChange={(event) =>
                  put(event.target.checked ? [...chosen, list.id] : chosen.filter((id) => id !== list.id))
                }
              >
                {list.name}
              </Checkbox>
            ))}
          </fieldset>
          {lists.data.items.length < WISH_LISTS_MAX ? <NewList onMade={(id) => put([...chosen, id])} /> : null}
        </>
      ) : (
        <QueryState query={lists} title="Your lists didn't load" className="grid gap-3 py-2">
          <Skeleton className="h-7" />
          <Skeleton className="h-7" />
        </QueryState>
      )}
    </Dialog>
  );
}

function NewList({ onMade }: { onMade: (id: string) => void }) {
  const [name, setName] = useState("");
  // One idempotency key per name, so that a retry does not create a second list.
  const [key, setKey] = useState(newIdempotencyKey);
  const command = useListCommand();
  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === "") return;
    command.mutate(
      { kind: "create", name: wanted, key },
      {
        onSuccess: (made) => {
          setName("");
          setKey(newIdempotencyKey());
          if ("id" in made) onMade(made.id);
        },
      },
    );
  }
  return (
    <form onSubmit={submit} className="mt-3 flex items-start gap-2.5">
      <Field
        label="New list"
        hideLabel
        className="flex-1"
        error={command.error ? errorMessage(command.error) : undefined}
      >
        <TextInput
          placeholder="New list"
          value={name}
          maxLength={WISH_LIST_NAME_MAX}
          onChange={(event) => {
            setName(event.target.value);
            setKey(newIdempotencyKey());
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="soft"
        className="min-h-12!"
        icon={<Plus className="size-5" />}
        loading={command.isPending}
      >
        Add
      </Button>
    </form>
  );
}
