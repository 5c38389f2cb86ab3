import { useEffect, useRef } from "react";
import type { Selection } from "./use-selection.ts";

/**
 * Keyboard control of bulk-select mode: up and down move between checkboxes, Ctrl+A (or Cmd+A) selects all, Escape ends
 * the mode. Checkboxes handle Space and Shift+Space. Keys typed into a text input are ignored.
 */
export function useSelectionKeys(selection: Selection, enabled: boolean): void {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  const listening = selection.active && enabled;
  useEffect(() => {
    if (!listening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const box = target?.closest<HTMLInputElement>("input[data-row]") ?? null;
      if (!box && target?.closest("input, textarea, select, [role=menu], [role=dialog]")) return;
      if (event.key === "Escape") latest.current.stop();
      else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) latest.current.all();
      else if (box && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        const boxes = [...document.querySelectorAll<HTMLInputElement>("input[data-row]")];
        boxes[boxes.indexOf(box) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [listening]);
}
