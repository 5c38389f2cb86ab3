import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** Undefined without a `PinnedTo`; null until its element exists. */
const Slot = createContext<HTMLElement | null | undefined>(undefined);

/** Puts the `Pinned` buttons of its children into an element that stays visible, such as a dialog's footer. */
export function PinnedTo({ element, children }: { element: HTMLElement | null; children: ReactNode }) {
  return <Slot value={element}>{children}</Slot>;
}

/** The main button of a form. It stands in place, `wide` or not, unless a `PinnedTo` around it says where. */
export function Pinned({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const slot = useContext(Slot);
  if (slot === undefined) {
    return <div className={wide ? "mt-5 grid" : "mt-5 flex flex-wrap items-center gap-x-4 gap-y-2"}>{children}</div>;
  }
  return slot && createPortal(children, slot);
}
