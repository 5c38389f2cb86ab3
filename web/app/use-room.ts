import { type RefObject, useEffect, useState } from "react";

/** Width of the floating button with its text (px), and of its icon. */
const WIDE = 168;
const ICON = 56;
/** A control of at least this size is a card, which remains usable below the icon (px). */
const CARD = 120;
/** Distance between the points that are looked at (px); smaller than any control. */
const STEP = 14;

const CONTROL = "a, button, input, select, textarea, label, summary, [role=button], [role=slider], [role=tab]";

/** How much of the floating button fits: all of it, its icon, or nothing. */
export type Room = "wide" | "icon" | "none";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns points from one edge to the other, both included: a control may reach in by a pixel. */
function between(from: number, to: number): number[] {
  const count = Math.ceil((to - from - 2) / STEP);
  return [...Array.from({ length: count }, (_, index) => from + 1 + index * STEP), to - 1];
}

/** Returns the controls of the page in a box of the screen, without the button itself. */
function controlsIn({ left, right, top, bottom }: Box, button: Element): Set<Element> {
  const found = new Set<Element>();
  for (const x of between(left, right)) {
    for (const y of between(top, bottom)) {
      for (const element of document.elementsFromPoint(x, y)) {
        const control = element.closest(CONTROL);
        if (control && control !== button) found.add(control);
      }
    }
  }
  return found;
}

/**
 * Returns the room for a button in the corner. The icon covers a control that it touches, and a card when it lies over
 * its middle.
 */
function roomFor(button: Element): Room {
  const { right, top, bottom } = button.getBoundingClientRect();
  const controls = [...controlsIn({ left: right - WIDE, right, top, bottom }, button)];
  if (controls.length === 0) return "wide";
  const covered = controls.some((control) => {
    const box = control.getBoundingClientRect();
    if (box.width < CARD || box.height < CARD) {
      return box.right > right - ICON && box.left < right && box.bottom > top && box.top < bottom;
    }
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x > right - ICON && x < right && y > top && y < bottom;
  });
  return covered ? "none" : "icon";
}

/** Follows what lies below the floating button, while the page scrolls and changes. */
export function useRoom(button: RefObject<Element | null>): Room {
  const [room, setRoom] = useState<Room>("icon");
  useEffect(() => {
    let frame = 0;
    const check = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => button.current && setRoom(roomFor(button.current)));
    };
    const grown = new ResizeObserver(check);
    grown.observe(document.body);
    // A control can take the place of a skeleton of the same size.
    const changed = new MutationObserver(check);
    changed.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", check, { passive: true });
    window.addEventListener("resize", check);
    return () => {
      cancelAnimationFrame(frame);
      grown.disconnect();
      changed.disconnect();
      window.removeEventListener("scroll", check);
      window.removeEventListener("resize", check);
    };
  }, [button]);
  return room;
}
