import type { OwnMovingSale } from "#contract/selling/moving-sales";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { saleAddress } from "./api.ts";

interface ShareDialogProps {
  open: boolean;
  onClose: () => void;
  sale: Pick<OwnMovingSale, "id" | "title">;
}

/** Link and QR code of a sale. */
export default function ShareDialog({ open, onClose, sale }: ShareDialogProps) {
  const address = saleAddress(sale.id);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Share your sale"
      description="Anyone with the link can see the page. Post it in a local group, or print the code for a noticeboard."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <LinkButton to={`/MovingSale/${sale.id}`}>Open page</LinkButton>
        </>
      }
    >
      <div className="flex justify-center">
        <QrCode value={address} title={`QR code for ${sale.title}`} />
      </div>
      <dl className="mt-3">
        <CopyRow name="Link" value={address} />
      </dl>
    </Dialog>
  );
}
