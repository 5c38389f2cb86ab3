import { useRef, useState } from "react";
import { BULK_MAX, type OwnItemRow } from "#contract/selling/my-items";

/**
 * State of bulk-select mode: the selected rows, up to the limit of one operation. A press with Shift selects the range
 * from the previous press. Rows that disappear from the list are deselected.
 */
export function useSelection(rows: readonly OwnItemRow[]) {
  const [active, setActive] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const selected = rows.filter((row) => ids.has(row.id));

  return {
    active,
    selected,
    has: (id: string) => ids.has(id),
    full: selected.length >= BULK_MAX,
    start: () => setActive(true),
    stop: () => {
      setActive(false);
      setIds(new Set());
      anchor.current = null;
    },
    clear: () => setIds(new Set()),
    all: () => setIds(new Set(rows.slice(0, BULK_MAX).map((row) => row.id))),
    toggle: (id: string, range: boolean) => {
      const chosen = !ids.has(id);
      const from = range && anchor.current !== null ? rows.findIndex((row) => row.id === anchor.current) : -1;
      const to = rows.findIndex((row) => row.id === id);
      const touched = from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
      anchor.current = id;
      const next = new Set(selected.map((row) => row.id));
      for (const one of touched) {
        if (!chosen) next.delete(one);
        else if (next.size < BULK_MAX) next.add(one);
      }
      setIds(next);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
