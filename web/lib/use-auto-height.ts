import { type RefObject, useLayoutEffect } from "react";

/**
 * Grows a text area with its text where CSS cannot: Safari before 26.2 and WebKitGTK have no `field-sizing`. Runs after
 * every render, because the text is component state.
 */
export function useAutoHeight(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const { current } = area;
    if (!current || CSS.supports("field-sizing", "content")) return;
    current.style.height = "auto";
    // `scrollHeight` excludes the borders; the box-sized height includes them.
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  });
}
