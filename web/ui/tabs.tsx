import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

interface Tab<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Count or text after the label. */
  count?: number | string;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The panel: one element for all tabs, never keyed, because remounting would render every card again. */
  children: ReactNode;
  className?: string;
  /** Name of the tab list in a guided tour. */
  tour?: string;
}

/**
 * Tab list with an underline, and one panel below. Not Base UI's tabs, because they would exceed the script budget of
 * the first screen. Supports arrow keys, Home, End and a roving tab stop.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className,
  tour,
}: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the tabs
  useEffect(() => {
    // On phones the tab list scrolls, and counts that load later widen it: keep the chosen tab visible. Scroll the list
    // only, not the page.
    const chosen = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    const list = row.current;
    if (!chosen || !list) return;
    const left = chosen.offsetLeft - list.offsetLeft;
    if (left < list.scrollLeft || left + chosen.offsetWidth > list.scrollLeft + list.clientWidth) {
      list.scrollLeft = left - (list.clientWidth - chosen.offsetWidth) / 2;
    }
  }, [value, tabs.map((tab) => tab.count).join()]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };

  return (
    <>
      <div
        ref={row}
        role="tablist"
        data-tour={tour}
        aria-label={label}
        onKeyDown={onKeyDown}
        className={clsx(
          "flex overflow-x-auto border-b border-line [scrollbar-width:none] [&::-webkit-scrollbar]:hidden",
          className,
        )}
      >
        {tabs.map((tab) => {
          const selected = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={selected}
              aria-controls={`${id}-panel`}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={clsx(
                "relative flex min-h-12 shrink-0 flex-col items-center justify-center gap-1.5 whitespace-nowrap px-3 pt-2 pb-3 transition-colors duration-150 after:absolute after:inset-x-0 after:bottom-0 after:h-0.75 after:rounded-t-full focus-visible:-outline-offset-2",
                tab.icon ? "text-sm font-medium" : "text-base font-semibold",
                selected ? "text-ink after:bg-brand" : "text-muted hover:text-ink hover:after:bg-line",
              )}
            >
              {tab.icon}
              <span>
                {tab.label}
                {tab.count === undefined ? null : (
                  <span className="ml-1.5 rounded-full bg-surface px-2 py-0.5 text-sm text-muted tabular-nums">
                    {tab.count}
                  </span>
                )}
              </span>
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
