import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QuickReplyList } from "./quick-reply-list.tsx";
import { useQuickReplies } from "./use-quick-replies.ts";

/** Edits the saved replies without leaving the conversation. */
export default function QuickReplyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const replies = useQuickReplies(onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Your quick replies"
      description="They appear above the message box when someone asks about your items. You can change the text before you send it."
      sticky={replies.saving}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={replies.saving}>
            Cancel
          </Button>
          <Button loading={replies.saving} disabled={replies.texts === null} onClick={replies.save}>
            Save
          </Button>
        </>
      }
    >
      <QuickReplyList replies={replies} />
    </Dialog>
  );
}
