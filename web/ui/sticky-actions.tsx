import type { ReactNode } from "react";

interface StickyActionsProps {
  /** Why the last save failed, if it did. */
  notice: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** The end of a long form: its buttons, which stay on screen while the form is scrolled. */
export function StickyActions({ notice, children }: StickyActionsProps) {
  return (
    <div
      data-sticky-actions
      className="sticky bottom-(--bottom-bar) z-20 mt-8 grid gap-3 border-t border-line bg-page py-3"
    >
      {notice}
      <div className="flex flex-wrap items-center gap-3 max-sm:*:flex-1">{children}</div>
    </div>
  );
}
