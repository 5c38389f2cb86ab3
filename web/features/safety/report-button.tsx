import { Flag } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { ReportDialog } from "./dialogs.ts";
import type { ReportDialogProps } from "./report-dialog.tsx";

/** Opens the report form; visitors sign in first and return here (D12). The form's code loads on the first press. */
export function ReportButton({
  subject,
  what,
  children,
  ...rest
}: Omit<ComponentProps<typeof Button>, "onClick"> & Pick<ReportDialogProps, "subject" | "what">) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Flag className="size-4" />}
        {...rest}
        onClick={() => {
          if (session.ready && !session.signedIn) {
            void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
            return;
          }
          setOpen(true);
        }}
      >
        {children}
      </Button>
      <ReportDialog open={open} onClose={() => setOpen(false)} subject={subject} what={what} />
    </>
  );
}
