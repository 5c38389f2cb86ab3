import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  open: boolean;
  /** Called for the close button, Escape and a press outside. */
  onClose: () => void;
  /** Called for the browser's Back; by default the same as `onClose`. */
  onBack?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, which stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Closes only by the close button and the footer, so that a stray press does not discard the user's input. */
  sticky?: boolean;
  /** Gets the focus first, if it is not the first field or the main action. */
  initialFocus?: RefObject<HTMLElement | null>;
}
