import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

const Hydrated = createContext(true);

interface HydrationProviderProps {
  /** Whether the page arrives as markup of the server, which the first render must repeat. */
  serverRendered: boolean;
  children: ReactNode;
}

/** Tells its children when hydration has ended. The switch is one transition, so that the page stays responsive. */
export function HydrationProvider({ serverRendered, children }: HydrationProviderProps) {
  const [hydrated, setHydrated] = useState(!serverRendered);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <Hydrated value={hydrated}>{children}</Hydrated>;
}

/**
 * False during server rendering and hydration, then true. For what only a browser has: lazily loaded code, storage, the
 * window size, and the part of a long list that the server leaves out.
 */
export function useHydrated(): boolean {
  return useContext(Hydrated);
}
