import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, problemMessage, unwrap } from "../lib/api-client.ts";
import { BLOCKS_KEY } from "../lib/blocks.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Notice } from "./notice.tsx";
import { toast } from "./toast.tsx";

export interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  person: { id: string; name: string };
  /** Whether one has blocked them: then it is taken back. */
  blocked: boolean;
  onDone: () => void;
}

/** Blocks somebody, or takes it back. The other side is never told. */
export default function BlockDialog({ open, onClose, person, blocked, onDone }: BlockDialogProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The words stay those of the question while the dialog closes.
  const [asked, setAsked] = useState(blocked);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setAsked(blocked);
      setFailure(null);
    }
  }

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (asked) await unwrap(api.api.blocks[":user_id"].$delete({ param: { user_id: person.id } }));
      else await unwrap(api.api.blocks.$post({ json: { user_id: person.id } }));
      toast(
        asked
          ? { title: `${person.name} is unblocked` }
          : { title: `${person.name} is blocked`, description: "You can undo this in your settings." },
      );
      void client.invalidateQueries({ queryKey: BLOCKS_KEY });
      onClose();
      onDone();
    } catch (error) {
      setFailure(problemMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={asked ? `Unblock ${person.name}?` : `Block ${person.name}?`}
      description={
        asked
          ? "You can write to each other and offer trades again. They aren't told."
          : "You can't write to each other or offer each other trades any more. They aren't told. Orders between you go on."
      }
      confirmLabel={asked ? "Unblock" : "Block"}
      danger={!asked}
      loading={busy}
    >
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </ConfirmDialog>
  );
}
