import { type CSSProperties, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useBackCloses } from "./use-back-closes.ts";

const GAP = 8;
const anchored = CSS.supports("position-area", "bottom");

interface PopoverMenuProps {
  /** Accessible name of the button, when its content does not provide one. */
  label?: string;
  trigger: ReactNode;
  triggerClass: string;
  align: "start" | "end";
  /** Tailwind class of the panel's width. */
  widthClass?: string;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

/**
 * A button and the panel below it, with the native popover and CSS anchor positioning, so that the first page needs no
 * positioning library. The panel follows the button in the DOM, so Tab moves into it. Escape, a press outside, Back and
 * a navigation close it.
 */
export function PopoverMenu({
  label,
  trigger,
  triggerClass,
  align,
  widthClass = "max-w-80 min-w-56",
  onToggle,
  children,
}: PopoverMenuProps) {
  const id = useId();
  const anchorName = `--menu-${id.replace(/\W/g, "")}`;
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => panel.current?.hidePopover());

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the panel
  useEffect(() => {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
  }, [key]);

  // Browsers without anchor positioning: compute the position when the panel opens.
  const place = (event: ToggleEvent) => {
    if (anchored || event.newState !== "open" || !panel.current || !button.current) return;
    const box = button.current.getBoundingClientRect();
    const { style, offsetWidth } = panel.current;
    // The panel's margin provides the gap.
    style.top = `${box.bottom}px`;
    const left = align === "start" ? box.left : box.right - offsetWidth;
    style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - offsetWidth - GAP))}px`;
  };

  const position: CSSProperties = anchored
    ? {
        positionAnchor: anchorName,
        positionArea: align === "start" ? "bottom span-right" : "bottom span-left",
        positionTryFallbacks: "flip-inline",
      }
    : {};
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={triggerClass}
        style={{ anchorName }}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => {
          setOpen(event.newState === "open");
          onToggle?.(event.newState === "open");
          place(event);
        }}
        style={position}
        className={`inset-auto m-0 mt-2 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-float transition-[opacity,translate] duration-200 ease-out starting:-translate-y-1 starting:opacity-0 ${widthClass}`}
      >
        {children}
      </div>
    </>
  );
}

/** Classes of a link or button inside a panel. */
export const panelEntryClass =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left font-medium transition-colors duration-150 hover:bg-surface aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink";
