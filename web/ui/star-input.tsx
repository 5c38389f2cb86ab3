import { clsx } from "clsx";
import { Star } from "lucide-react";
import { useId, useState } from "react";
import { FieldError } from "./field.tsx";

/** The word for each number of stars. */
const WORDS = ["Poor", "Fair", "Good", "Very good", "Excellent"] as const;
const SCORES = [1, 2, 3, 4, 5] as const;

/** One to five stars as radio buttons, with the word of the chosen score always visible. */
export function StarInput({
  legend,
  value,
  onChange,
  error,
}: {
  legend: string;
  value: number | null;
  onChange: (score: number) => void;
  error?: string | undefined;
}) {
  const name = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = pointed ?? value ?? 0;
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex" onPointerLeave={() => setPointed(null)}>
          {SCORES.map((score) => (
            <label
              key={score}
              onPointerEnter={(event) => {
                if (event.pointerType === "mouse") setPointed(score);
              }}
              className="relative flex size-12 cursor-pointer items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                name={name}
                value={score}
                checked={value === score}
                onChange={() => onChange(score)}
                aria-label={`${score} ${score === 1 ? "star" : "stars"}: ${WORDS[score - 1]}`}
                aria-invalid={error ? true : undefined}
                className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
              />
              <Star
                aria-hidden="true"
                strokeWidth={1.5}
                className={clsx(
                  "pointer-events-none size-8 transition-colors duration-150",
                  score <= shown ? "fill-wattle text-muted" : "text-muted",
                )}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="w-full font-semibold text-muted sm:w-auto">
          {shown > 0 ? WORDS[shown - 1] : "Choose a rating"}
        </span>
      </div>
      <FieldError id={`${name}-error`} message={error} />
    </fieldset>
  );
}
