import { Check, RotateCcw, TriangleAlert } from "lucide-react";
import { contrast, nearestReadable, parseColor, TEXT_CONTRAST } from "#domain/site/color";
import { DEFAULT_THEME, PART_LABELS, type Scheme, shownRatio, type ThemePart } from "#domain/site/theme";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { ColorRole, PartialColors } from "./palette.ts";

interface PartColorsProps {
  part: ThemePart;
  scheme: Scheme;
  colors: Record<ColorRole, string>;
  onChange: (colors: PartialColors) => void;
}

/** The two colours of one part in one scheme, with a contrast check. */
export function PartColors({ part, scheme, colors, onChange }: PartColorsProps) {
  const label = PART_LABELS[part];
  const first = DEFAULT_THEME[part][scheme];
  const changed = colors.background !== first.background || colors.text !== first.text;
  return (
    <fieldset className="min-w-0 border-t border-line py-5 first:border-0 first:pt-0">
      <legend className="float-left mb-2 flex w-full items-center gap-2 text-lg font-bold">
        {label}
        <span
          aria-hidden="true"
          className="rounded-full px-3 py-0.5 text-sm font-semibold"
          style={{
            background: parseColor(colors.background) ?? undefined,
            color: parseColor(colors.text) ?? undefined,
          }}
        >
          Sample
        </span>
      </legend>
      <div className="clear-both grid items-start gap-4 sm:grid-cols-2">
        <ColorField
          part={label}
          label="Background"
          value={colors.background}
          onChange={(background) => onChange({ background })}
        />
        <ColorField part={label} label="Text" value={colors.text} onChange={(text) => onChange({ text })} />
      </div>
      <div className="mt-2 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1">
        <Readable colors={colors} onUse={(text) => onChange({ text })} />
        {changed ? (
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto"
            icon={<RotateCcw className="size-4" />}
            onClick={() => onChange(first)}
          >
            Default
            <span className="sr-only"> colours for {label}</span>
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

function ColorField({
  part,
  label,
  value,
  onChange,
}: {
  part: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const color = parseColor(value);
  return (
    <Field
      label={
        <>
          <span className="sr-only">{part}: </span>
          {label}
        </>
      }
      error={color === null ? "Enter a colour such as #0b5d4b." : undefined}
    >
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${part}: pick the ${label.toLowerCase()}`}
          value={color ?? "#000000"}
          onChange={(event) => onChange(event.target.value)}
          className="size-12 shrink-0 cursor-pointer rounded-md border border-field bg-page p-1"
        />
        <TextInput
          value={value}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 tabular-nums"
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => color !== null && color !== value && onChange(color)}
        />
      </div>
    </Field>
  );
}

function Readable({ colors, onUse }: { colors: Record<ColorRole, string>; onUse: (text: string) => void }) {
  const [background, text] = [parseColor(colors.background), parseColor(colors.text)];
  if (background === null || text === null) return null;
  const ratio = contrast(text, background);
  if (ratio >= TEXT_CONTRAST) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <Check className="size-4 text-brand-ink" />
        {shownRatio(ratio)}:1, easy to read
      </p>
    );
  }
  const proposal = nearestReadable(text, background);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex items-center gap-1.5 text-sm font-semibold text-hot-ink">
        <TriangleAlert className="size-4" />
        {shownRatio(ratio)}:1, needs {TEXT_CONTRAST}:1
      </p>
      <Button variant="quiet" size="sm" onClick={() => onUse(proposal)}>
        Use {proposal} for text
      </Button>
    </div>
  );
}
