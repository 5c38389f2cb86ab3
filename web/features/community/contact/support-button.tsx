import { LifeBuoy } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import type { SupportSubject } from "./support-dialog.tsx";

const SupportDialog = lazy(() => import("./support-dialog.tsx"));

/**
 * Opens the support form, about an order or in general; `about` pre-fills the text. The form's code loads on the first
 * press.
 */
export function SupportButton({
  subject = null,
  about = "",
  children = "Contact Support",
  variant = "secondary",
  ...rest
}: Omit<ComponentProps<typeof Button>, "onClick"> & { subject?: SupportSubject | null; about?: string }) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        icon={<LifeBuoy className="size-4" aria-hidden="true" />}
        {...rest}
        onClick={() => {
          setOpen(true);
          setOpened(true);
        }}
      >
        {children}
      </Button>
      {opened ? (
        <Suspense fallback={null}>
          <SupportDialog open={open} onClose={() => setOpen(false)} subject={subject} about={about} />
        </Suspense>
      ) : null}
    </>
  );
}
