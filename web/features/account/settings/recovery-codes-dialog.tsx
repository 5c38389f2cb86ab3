import { Copy, Download } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useCopy } from "../../../ui/copy-row.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

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

/** Shows new recovery codes, this one time. */
export default function RecoveryCodesDialog({ open, onClose, codes }: RecoveryCodesDialogProps) {
  const [, copy] = useCopy();
  const copyAll = () =>
    void copy(codes.join("\n"), { title: "Couldn't copy", description: "Select the codes and copy them yourself." });
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
        <Button size="sm" variant="secondary" icon={<Copy className="size-4" />} onClick={copyAll}>
          Copy
        </Button>
      </div>
    </Dialog>
  );
}
