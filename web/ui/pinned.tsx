import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** Undefined without a `PinnedTo`; null until its element exists. */
const Slot = createContext<HTMLElement | null | undefined>(undefined);

/** Puts the `Pinned` buttons of its children into an element that stays visible, such as a dialog's footer. */
export function PinnedTo({ element, children }: { element: HTMLElement | null; children: ReactNode }) {
  return <Slot value={element}>{children}</Slot>;
}

/** The main button of a form. It stands in place, unless a `PinnedTo` around it says where. */
export function Pinned({ children }: { children: ReactNode }) {
  const slot = useContext(Slot);
  if (slot === undefined) return <div className="mt-5">{children}</div>;
  return slot && createPortal(children, slot);
}
