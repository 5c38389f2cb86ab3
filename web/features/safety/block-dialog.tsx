import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorMessage, unwrap } from "../../lib/api-client.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.tsx";
import { BLOCKS_KEY } from "./blocks.ts";

export interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  person: { id: string; name: string };
  /** Whether the viewer has blocked this user; the dialog then unblocks. */
  blocked: boolean;
  onDone: () => void;
}

/** Blocks or unblocks a user. The other user is not notified. */
export default function BlockDialog({ open, onClose, person, blocked, onDone }: BlockDialogProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Keeps the text of the question while the dialog closes.
  const [unblocking, setUnblocking] = useState(blocked);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setUnblocking(blocked);
      setFailure(null);
    }
  }

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (unblocking) await unwrap(api.api.blocks[":user_id"].$delete({ param: { user_id: person.id } }));
      else await unwrap(api.api.blocks.$post({ json: { user_id: person.id } }));
      toast(
        unblocking
          ? { title: `${person.name} is unblocked` }
          : { title: `${person.name} is blocked`, description: "You can undo this in your settings." },
      );
      void client.invalidateQueries({ queryKey: BLOCKS_KEY });
      onClose();
      onDone();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={unblocking ? `Unblock ${person.name}?` : `Block ${person.name}?`}
      description={
        unblocking
          ? "You can message each other and offer trades again. We won't tell them."
          : "You won't be able to message each other or offer trades. We won't tell them. Any orders between you will still go ahead."
      }
      confirmLabel={unblocking ? "Unblock" : "Block"}
      danger={!unblocking}
      loading={busy}
    >
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </ConfirmDialog>
  );
}
