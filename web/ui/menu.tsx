import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Fragment, type ReactElement, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { useBackCloses } from "./use-back-closes.ts";

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** Path to navigate to; otherwise `onSelect` runs. */
  to?: string;
  onSelect?: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** Shows a separator above this entry. */
  separated?: boolean;
}

const entryClass =
  "flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-md px-3 font-medium outline-none data-highlighted:bg-surface data-disabled:cursor-not-allowed data-disabled:opacity-50";

/** Menu of a card or row. `trigger` is a Button or IconButton, which gets the behaviour and the ARIA attributes. */
export function Menu({ trigger, entries }: { trigger: ReactElement; entries: readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-50 outline-none">
          <Base.Popup className="min-w-52 max-w-80 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-float outline-none transition-[opacity,translate] duration-200 ease-out data-ending-style:opacity-0 data-ending-style:duration-150 data-starting-style:-translate-y-1 data-starting-style:opacity-0">
            {entries.map((entry) => (
              <Fragment key={entry.label}>
                {entry.separated ? <Base.Separator className="mx-2 my-1.5 h-px bg-line" /> : null}
                {entry.to ? (
                  <Base.LinkItem className={entryClass} render={<Link to={entry.to} />} closeOnClick>
                    {entry.icon}
                    {entry.label}
                  </Base.LinkItem>
                ) : (
                  <Base.Item
                    className={clsx(entryClass, entry.danger && "text-hot-ink data-highlighted:bg-hot-soft")}
                    {...(entry.disabled ? { disabled: true } : {})}
                    {...(entry.onSelect ? { onClick: entry.onSelect } : {})}
                  >
                    {entry.icon}
                    {entry.label}
                  </Base.Item>
                )}
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
