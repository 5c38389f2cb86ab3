import { type RefObject, useLayoutEffect } from "react";

/**
 * Makes a text area as tall as its text where CSS does not: Safari before 26.2 and WebKitGTK have no `field-sizing`. After
 * every render, because the text is the component's state.
 */
export function useGrowing(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const { current } = area;
    if (!current || CSS.supports("field-sizing", "content")) return;
    current.style.height = "auto";
    // The scroll height has no borders, the height has.
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  });
}
