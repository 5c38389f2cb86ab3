import { type ReactNode, useEffect, useRef } from "react";

/** Heading level of the wizard: below a dialog's h2, or below a page's h1. */
export type HeadingLevel = "h2" | "h3";

/** Takes the focus when its step appears, so that keyboard and screen reader users continue there. */
export function StepHeading({
  level: Heading,
  focus,
  children,
}: {
  level: HeadingLevel;
  focus: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, []);
  return (
    <Heading ref={ref} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
      {children}
    </Heading>
  );
}
