import { type PointerEvent as ReactPointerEvent, useMemo, useRef } from "react";

export interface SwipeHandlers {
  onPointerDown(event: ReactPointerEvent): void;
  onPointerUp(event: ReactPointerEvent): void;
  onPointerCancel(event: ReactPointerEvent): void;
  onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void;
}

/**
 * Detects horizontal swipes of at least `threshold` px; shorter or mostly vertical movements are ignored. Suppresses
 * the click that ends a swipe, because it would open the viewer. The element needs `touch-action: pan-y`, otherwise the
 * browser cancels the pointer to scroll.
 */
export function useSwipe(threshold: number, onSwipe: (step: 1 | -1) => void): SwipeHandlers {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  const suppressClick = useRef(false);
  const latest = useRef(onSwipe);
  latest.current = onSwipe;

  return useMemo(
    () => ({
      onPointerDown(event) {
        suppressClick.current = false;
        start.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
      },
      onPointerUp(event) {
        const from = start.current;
        start.current = null;
        if (!from || from.id !== event.pointerId) return;
        const dx = event.clientX - from.x;
        const dy = event.clientY - from.y;
        if (Math.abs(dx) < threshold || Math.abs(dx) <= Math.abs(dy)) return;
        suppressClick.current = true;
        latest.current(dx < 0 ? 1 : -1);
      },
      onPointerCancel() {
        start.current = null;
      },
      onClickCapture(event) {
        if (!suppressClick.current) return;
        suppressClick.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    }),
    [threshold],
  );
}
