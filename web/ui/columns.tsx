import type { ReactNode } from "react";

/** What to do now, and beside it on wide screens what to look up. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:gap-x-12">
      <div>{children}</div>
      <div className="mt-9 lg:mt-0">{aside}</div>
    </div>
  );
}
