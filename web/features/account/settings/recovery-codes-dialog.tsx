import { Copy, Download } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.tsx";

interface RecoveryCodesDialogProps {
  open: boolean;
  onClose: () => void;
  codes: readonly string[];
}

/** Saves the codes as a text file. */
function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`Goodstreet recovery codes\n\n${codes.join("\n")}\n`]));
  const link = Object.assign(document.createElement("a"), { href: url, download: "goodstreet-recovery-codes.txt" });
  link.click();
  URL.revokeObjectURL(url);
}

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast({ title: "Copied to clipboard" });
  } catch {
    toast({ title: "Couldn't copy", description: "Select the codes and copy them yourself.", variant: "destructive" });
  }
}

/** Shows new recovery codes, this one time. */
export default function RecoveryCodesDialog({ open, onClose, codes }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save your recovery codes"
      description="They get you in when you don't have your passkey or your phone. Each works once. We can't show them again."
      size="sm"
      sticky
      footer={<Button onClick={onClose}>I've saved them</Button>}
    >
      <ul className="grid gap-2 pt-2 font-semibold tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button size="sm" variant="secondary" icon={<Download className="size-4" />} onClick={() => download(codes)}>
          Download
        </Button>
        <Button size="sm" variant="secondary" icon={<Copy className="size-4" />} onClick={() => void copy(codes)}>
          Copy
        </Button>
      </div>
    </Dialog>
  );
}
