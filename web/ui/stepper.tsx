import { clsx } from "clsx";

const stepOf = (current: number, count: number) => `Step ${current} of ${count}:`;

/** Progress bars of a wizard; labels, in two lines where they must be, from 640 px up, "Step 2 of 5: Payment" for screen readers and on phones. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <div>
      <ol className="grid auto-cols-fr grid-flow-col gap-2" aria-hidden="true">
        {steps.map((step, index) => (
          <li key={step} className="min-w-0">
            <span
              data-step-done={index <= current || undefined}
              className={clsx(
                "block h-1.5 rounded-full transition-colors duration-200",
                index <= current ? "bg-brand" : "bg-line",
              )}
            />
            <span
              className={clsx(
                "mt-1.5 hidden text-sm leading-tight sm:block",
                index === current ? "font-semibold text-ink" : "text-muted",
              )}
            >
              {step}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-1.5 text-sm text-muted sm:sr-only" aria-live="polite">
        {stepOf(current + 1, steps.length)} <span className="font-semibold text-ink">{steps[current]}</span>
      </p>
    </div>
  );
}
