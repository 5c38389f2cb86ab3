import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DialogProps } from "./dialog-props.ts";
import { firstFocus } from "./first-focus.ts";
import { IconButton } from "./icon-button.tsx";
import { useBackCloses } from "./use-back-closes.ts";

const WIDTH = { sm: "sm:max-w-[440px]", md: "sm:max-w-[576px]", lg: "sm:max-w-[760px]" } as const;

/** The closing animation takes 150 ms; after it the dialog has restored the focus, if its target still exists. */
const CLOSED_MS = 250;

/**
 * The element that opened the dialog may have been removed (a card that leaves its list). Instead of losing the focus,
 * this moves it to the page's content.
 */
function useFocusFallback(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const page = document;
    return () => {
      setTimeout(() => {
        if (page.activeElement === null || page.activeElement === page.body) {
          page.getElementById("main")?.focus({ preventScroll: true });
        }
      }, CLOSED_MS);
    };
  }, [open]);
}

/** The content of `Dialog`, in a separate chunk, because the first page does not need Base UI. */
export default function DialogPopup({
  open,
  onClose,
  onBack = onClose,
  title,
  description,
  children,
  footer,
  size = "md",
  sticky = false,
  initialFocus,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useFocusFallback(open);
  useBackCloses(open, onBack);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={sticky}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 min-h-dvh bg-veil transition-opacity duration-200 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0 data-ending-style:duration-150"
        />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={initialFocus ?? (() => popup.current && firstFocus(popup.current))}
            data-sheet
            className={clsx(
              "flex max-h-[92dvh] w-full flex-col rounded-t-2xl bg-raised pb-[env(safe-area-inset-bottom)] text-ink shadow-float outline-none transition-[opacity,translate] duration-200 ease-out data-ending-style:translate-y-6 data-ending-style:opacity-0 data-ending-style:duration-150 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:max-h-[min(860px,100%)] sm:rounded-2xl sm:pb-0 sm:data-ending-style:translate-y-2 sm:data-starting-style:translate-y-2",
              WIDTH[size],
            )}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-1 sm:px-7 sm:pt-6">
              <div className="min-w-0 pt-1">
                <Base.Title dir="auto" className="text-xl font-bold">
                  {title}
                </Base.Title>
                {description ? (
                  <Base.Description dir="auto" className="mt-1 text-muted">
                    {description}
                  </Base.Description>
                ) : null}
              </div>
              <Base.Close render={<IconButton label="Close" size="sm" className="-mr-2" />}>
                <X className="size-5" />
              </Base.Close>
            </div>
            {/* Content that scrolls fades out in the bottom padding. */}
            <div
              data-body
              className="min-h-0 flex-1 overflow-y-auto [mask-image:linear-gradient(to_top,transparent,#000_12px)] overscroll-contain px-5 py-3 sm:px-7 sm:last:pb-7 last:pb-6"
            >
              {children}
            </div>
            {footer ? (
              <div
                data-footer
                className="flex flex-wrap-reverse justify-end gap-2.5 px-5 pt-3 pb-5 sm:px-7 sm:pb-7 max-sm:*:flex-auto"
              >
                {footer}
              </div>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
