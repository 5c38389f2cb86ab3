import { type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Button } from "./button.tsx";

type Part = (props: never) => ReactNode;
type PropsOf<P extends Part> = Parameters<P> extends [] ? object : Parameters<P>[0];
type Missing = ReactNode | ((retry: () => void) => ReactNode);

/** An interface, because a type would spell out the part's own props in other files. */
export interface LazyPart<P extends Part> {
  displayName?: string;
  (props: PropsOf<P> & { missing?: Missing }): ReactNode;
}

/** Pause before code that did not arrive is asked for again (ms). */
const AGAIN_MS = 1_000;

/** Loads code, and once more after a moment: on a phone one lost request among many is normal. */
export async function loadTwice<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return load();
  }
}

/**
 * Returns a part of a page whose code loads on demand, within its own boundary: when the code does not arrive, or the
 * part fails, only `missing` (by default `otherwise`) stands in its place. It is tried again when the network is back
 * and when the user returns to the tab. The suspense boundary is the caller's.
 */
export function lazyPart<P extends Part>(load: () => Promise<{ default: P }>, otherwise: Missing = null): LazyPart<P> {
  const start = () => lazy(() => loadTwice(load as unknown as () => Promise<{ default: ComponentType<object> }>));
  let Loaded = start();
  return function LazyPart({ missing = otherwise, ...props }) {
    const [, setTries] = useState(0);
    return (
      <ErrorBoundary
        onError={() => {
          // React keeps a rejected promise for good.
          Loaded = start();
        }}
        onReset={() => setTries((before) => before + 1)}
        fallbackRender={({ resetErrorBoundary }) => (
          <Absent retry={resetErrorBoundary}>
            {typeof missing === "function" ? missing(resetErrorBoundary) : missing}
          </Absent>
        )}
      >
        <Loaded {...props} />
      </ErrorBoundary>
    );
  };
}

function Absent({ retry, children }: { retry: () => void; children: ReactNode }) {
  useEffect(() => {
    const onVisible = () => document.visibilityState === "visible" && retry();
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [retry]);
  return children;
}

/** What stands where a part with content of its own is missing: `missing={missingPart}`. */
export function missingPart(retry: () => void): ReactNode {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span>This part didn't load.</span>
      <Button variant="secondary" size="sm" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
