import { DRAW_HOURS_MAX, DRAW_HOURS_MIN } from "#domain/giveaways/giveaway";
import { Field } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { Select } from "../../ui/select.tsx";

export type Giving = "first_come" | "pick" | "draw";

const OPTIONS = [
  { value: "first_come", label: "First come", description: "The first person to claim it gets it." },
  { value: "pick", label: "Pick a person", description: "People ask with a short note, and you choose." },
  { value: "draw", label: "A draw", description: "People enter, and we draw a winner anyone can check." },
] as const satisfies readonly { value: Giving; label: string; description: string }[];

const HOURS = [DRAW_HOURS_MIN, 3, 6, 12, 24, 48, DRAW_HOURS_MAX];

interface GivingFieldsProps {
  value: Giving;
  hours: number;
  onChange: (value: Giving, hours: number) => void;
}

/** How a free item is given away. */
export function GivingFields({ value, hours, onChange }: GivingFieldsProps) {
  return (
    <div className="grid gap-4">
      <RadioCards
        legend="Who gets it?"
        options={OPTIONS}
        value={value}
        onChange={(chosen) => onChange(chosen, hours)}
      />
      {value === "draw" ? (
        <Field label="Entries are open for" hint="The winner then has 24 hours to confirm, then the next person.">
          <Select
            value={String(hours)}
            onChange={(event) => onChange(value, Number(event.target.value))}
            options={HOURS.map((count) => ({
              value: String(count),
              label: count === 1 ? "1 hour" : `${count} hours`,
            }))}
          />
        </Field>
      ) : null}
    </div>
  );
}
