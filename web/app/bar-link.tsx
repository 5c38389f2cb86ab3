import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { Link } from "react-router-dom";

interface BarLinkProps {
  to: string;
  icon: LucideIcon;
  /** Name with the count: "Cart, 2 items". */
  label: string;
  count: number;
  className?: string;
}

/** A link of the top bar as an icon with a count. */
export function BarLink({ to, icon: Icon, label, count, className }: BarLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className={clsx(
        "relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors duration-150 hover:bg-surface",
        className,
      )}
    >
      <Icon className="size-5" />
      {count > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1 text-sm font-bold text-on-brand"
        >
          {count > 99 ? "99+" : count}
        </span>
      ) : null}
    </Link>
  );
}
