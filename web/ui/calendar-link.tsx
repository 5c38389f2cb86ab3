import { CalendarPlus, CalendarX } from "lucide-react";
import { useOnline } from "../lib/use-online.ts";

interface CalendarLinkProps {
  /** Address of the calendar file. It updates an entry that was added before. */
  href: string;
  /** The appointment no longer takes place. */
  cancelled?: boolean;
}

/** Adds an appointment to the calendar, or removes it. The file comes from the server, so there is no link offline. */
export function CalendarLink({ href, cancelled = false }: CalendarLinkProps) {
  if (!useOnline()) return null;
  const Icon = cancelled ? CalendarX : CalendarPlus;
  return (
    <a
      href={href}
      className="inline-flex min-h-tap items-center gap-2 rounded-full bg-surface px-4 font-semibold hover:bg-brand-soft hover:text-brand-ink"
    >
      <Icon className="size-4.5" />
      {cancelled ? "Remove from calendar" : "Add to calendar"}
    </a>
  );
}
