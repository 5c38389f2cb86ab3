import type { LucideIcon } from "lucide-react";

/** Classes of a link or button in the tab bar. */
export const tabClass =
  "relative flex h-16 w-full flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted aria-[current=page]:text-brand-ink focus-visible:-outline-offset-2";

interface TabFaceProps {
  icon: LucideIcon;
  label: string;
  /** Number of entries that wait behind this tab. */
  count?: number;
  /** Announced after the number: "unread". */
  counted?: string;
}

/** Icon, label and count of a tab. */
export function TabFace({ icon: Icon, label, count = 0, counted = "waiting" }: TabFaceProps) {
  return (
    <>
      <span className="relative flex size-7 items-center justify-center">
        <Icon className="size-6" />
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="absolute -top-1 left-4 flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1 font-bold text-on-brand tabular-nums"
          >
            {count > 99 ? "99+" : count}
          </span>
        ) : null}
      </span>
      {label}
      {count > 0 ? (
        <span className="sr-only">
          , {count} {counted}
        </span>
      ) : null}
    </>
  );
}
