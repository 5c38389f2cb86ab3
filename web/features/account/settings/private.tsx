import { Lock } from "lucide-react";
import type { ReactNode } from "react";

/** Marks a value that other users cannot see with a lock. */
export function Private({ children }: { children: ReactNode }) {
  return (
    <>
      <Lock className="-mt-0.5 mr-1.5 inline size-4 text-muted" />
      {children}
    </>
  );
}
