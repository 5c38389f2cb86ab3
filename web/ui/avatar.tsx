import { clsx } from "clsx";
import { initials } from "../lib/format.ts";

/** A user's initials. Decorative: the name is shown next to it. */
export function Avatar({ name, size = "md" }: { name: string; size?: "md" | "lg" }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "flex shrink-0 items-center justify-center rounded-full bg-brand font-bold text-on-brand",
        size === "lg" ? "size-20 text-2xl" : "size-12 text-base",
      )}
    >
      {initials(name)}
    </span>
  );
}
