import { type ReactNode, useEffect, useRef } from "react";

/** Level of the wizard's headings: under a dialog's h2, or under a page's h1. */
export type HeadingLevel = "h2" | "h3";

/** Takes the focus when its step arrives, so that keyboard and screen reader continue at the new content. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, []);
  return (
    <Heading ref={ref} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
      {children}
    </Heading>
  );
}
