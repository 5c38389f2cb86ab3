/** Records what moves on a page from its first script on. Under reduced motion nothing may move. */
import type { BrowserContext, Page } from "@playwright/test";

/** Motion that lasts longer than one frame at 60 per second is visible. */
const FRAME_MS = 17;

/** Records every animation, transition and smooth scroll that starts in the pages of the context, however short. */
export async function watchMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript((frame: number) => {
    const moved: string[] = [];
    Object.assign(window, { __moved: moved });
    const nameOf = (target: EventTarget | null) =>
      target instanceof Element ? `${target.tagName.toLowerCase()}.${target.getAttribute("class") ?? ""}` : "document";
    const note = (event: TransitionEvent | AnimationEvent, what: string) => {
      const running = event.target instanceof Element ? event.target.getAnimations({ subtree: true }) : [];
      const longest = Math.max(0, ...running.map((one) => Number(one.effect?.getComputedTiming().duration ?? 0)));
      if (longest > frame) moved.push(`${what} for ${longest} ms on ${nameOf(event.target)}${event.pseudoElement}`);
    };
    document.addEventListener("transitionrun", (event) => note(event, `transition of ${event.propertyName}`), true);
    document.addEventListener("animationstart", (event) => note(event, `animation ${event.animationName}`), true);

    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const duration = typeof options === "number" ? options : Number(options?.duration ?? 0);
      if (duration > frame) moved.push(`animate() for ${duration} ms on ${nameOf(this)}`);
      return animate.call(this, frames, options);
    };
    for (const owner of [window, Element.prototype] as unknown as Record<string, unknown>[]) {
      for (const name of ["scroll", "scrollTo", "scrollBy", "scrollIntoView"]) {
        const own = owner[name];
        if (typeof own !== "function") continue;
        owner[name] = function (this: unknown, ...args: unknown[]) {
          const [how] = args as [{ behavior?: string } | undefined];
          if (typeof how === "object" && how?.behavior === "smooth") moved.push(`${name}(): smooth`);
          return own.apply(this, args);
        };
      }
    }
  }, FRAME_MS);
}

/** Returns what has moved since the page was loaded, what moves now, and what would scroll smoothly. */
export const recordedMotion = (page: Page): Promise<string[]> =>
  page.evaluate((frame) => {
    const { __moved: moved } = window as unknown as { __moved: string[] };
    const running = document
      .getAnimations()
      .filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > frame)
      .map(
        (one) => `still running: ${(one as CSSAnimation).animationName ?? (one as CSSTransition).transitionProperty}`,
      );
    const smooth = [...document.querySelectorAll("*")]
      .filter((one) => getComputedStyle(one).scrollBehavior === "smooth")
      .map((one) => `scrolls smoothly: ${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}`);
    return [...new Set([...moved, ...running, ...smooth])];
  }, FRAME_MS);
