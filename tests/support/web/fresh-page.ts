/**
 * The files of the web project share one jsdom page per process, because a page and the modules it loads take most of
 * the time of a small file. What a file leaves behind would reach the files after it, so each starts with a fresh page.
 */

type Listener = Parameters<EventTarget["addEventListener"]>;

interface Page {
  /** Number of the test file, and what it listens to. It outlives the modules of a file, which are loaded anew. */
  file?: number;
  listeners: [EventTarget, Listener][];
}
const page = window as unknown as Page;

export function freshPage(): void {
  if (page.file === undefined) begin();
  page.file = (page.file ?? 0) + 1;
  for (const [target, listener] of page.listeners) target.removeEventListener(...listener);
  page.listeners = [];

  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}

function begin(): void {
  page.listeners = [];
  record(window);
  // React and Testing Library listen to the other events of the document once for all files.
  record(document, ["visibilitychange"]);
  // jsdom draws frames with a timer that it starts when one is due. A timer started while the clock is faked would
  // never ring again, so one frame is always due.
  const { requestAnimationFrame } = window;
  const drawNext = () => void requestAnimationFrame(drawNext);
  drawNext();
  globalThis.setTimeout = ofOneFile(setTimeout);
  globalThis.setInterval = ofOneFile(setInterval);
}

/** Returns a timer function whose timers do nothing once the next file has begun. */
function ofOneFile<T extends typeof setTimeout | typeof setInterval>(schedule: T): T {
  const started = (callback: (...args: unknown[]) => void, ...rest: unknown[]) => {
    const { file } = page;
    return Reflect.apply(schedule, globalThis, [
      (...args: unknown[]) => file === page.file && callback(...args),
      ...rest,
    ]);
  };
  return Object.assign(started, schedule) as unknown as T;
}

function record(target: EventTarget, types?: readonly string[]): void {
  const { addEventListener } = target;
  target.addEventListener = (...listener: Listener) => {
    if (!types || types.includes(listener[0])) page.listeners.push([target, listener]);
    addEventListener.apply(target, listener);
  };
}
