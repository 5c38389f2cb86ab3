import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  open: boolean;
  /** Asked for by the close button, Escape or a press outside. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Only the close button and the footer close it: for work that a stray press must not throw away. */
  sticky?: boolean;
  /** Where the focus starts; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
}
