import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { type ConflictField, type EditState, type Merge, takeField } from "./edit-conflict.ts";

type Choice = "mine" | "theirs";

interface EditConflictDialogProps {
  merge: Merge;
  mine: EditState;
  theirs: EditState;
  onApply: (state: EditState) => void;
  onClose: () => void;
}

/** Shows changes saved elsewhere and lets the seller choose per field. */
export function EditConflictDialog({ merge, mine, theirs, onApply, onClose }: EditConflictDialogProps) {
  const [choices, setChoices] = useState<Partial<Record<ConflictField, Choice>>>({});
  const apply = () => {
    let state = merge.merged;
    for (const { field } of merge.conflicts) {
      state = takeField(state, choices[field] === "theirs" ? theirs : mine, field);
    }
    onApply(state);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="This listing was changed somewhere else"
      description="It was saved in another window or on another device after you opened it here."
      sticky
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button onClick={apply}>Save these</Button>
        </>
      }
    >
      {merge.taken.length > 0 ? (
        <p className="mb-4">
          <span className="font-semibold">Updated from the other version:</span> {merge.taken.join(", ")}.
        </p>
      ) : null}
      {merge.conflicts.length === 0 ? <p>None of it affects your changes.</p> : null}
      <div className="grid gap-5">
        {merge.conflicts.map(({ field, label, mine: here, theirs: there }) => (
          <RadioCards
            key={field}
            legend={label}
            columns={2}
            value={choices[field] ?? "mine"}
            onChange={(choice: Choice) => setChoices({ ...choices, [field]: choice })}
            options={[
              { value: "mine", label: "Yours", description: here },
              { value: "theirs", label: "Other version", description: there },
            ]}
          />
        ))}
      </div>
    </Dialog>
  );
}
