import { LifeBuoy } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import type { SupportSubject } from "./support-dialog.tsx";

const SupportDialog = lazyDialog(() => import("./support-dialog.tsx"));

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
  return (
    <>
      <Button variant={variant} icon={<LifeBuoy className="size-4" />} {...rest} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <SupportDialog open={open} onClose={() => setOpen(false)} subject={subject} about={about} />
    </>
  );
}
