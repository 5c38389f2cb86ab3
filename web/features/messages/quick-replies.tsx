import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { fetchThreadReplies } from "./api.ts";
import { QUICK_REPLIES_KEY } from "./quick-reply-key.ts";

const QuickReplyDialog = lazyDialog(() => import("./quick-reply-dialog.tsx"));

interface QuickRepliesProps {
  conversationId: string;
  onChoose: (reply: string) => void;
}

/** A row of replies above the message input. One press inserts a reply, which the seller can still change. */
export function QuickReplies({ conversationId, onChoose }: QuickRepliesProps) {
  const [editing, setEditing] = useState(false);
  const replies = useQuery({
    queryKey: [...QUICK_REPLIES_KEY, conversationId],
    queryFn: ({ signal }) => fetchThreadReplies(conversationId, signal),
  });
  // Without them the seller types, as everybody else does.
  if (!replies.data) return null;
  const { suggested, own } = replies.data;
  return (
    <div className="mb-2.5 flex items-center gap-1.5">
      <ul
        aria-label="Quick replies"
        className="-mx-1 flex min-w-0 flex-1 gap-2 overflow-x-auto p-1 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
      >
        {[...suggested, ...own].map((reply) => (
          <li key={reply} className="shrink-0">
            <button
              type="button"
              title={reply}
              onClick={() => onChoose(reply)}
              className="min-h-tap max-w-72 truncate rounded-full border border-field px-3.5 text-sm font-medium transition-colors duration-150 hover:border-ink hover:bg-surface"
            >
              {reply}
            </button>
          </li>
        ))}
      </ul>
      <IconButton label="Edit quick replies" size="sm" onClick={() => setEditing(true)}>
        <Pencil className="size-4.5" />
      </IconButton>
      <QuickReplyDialog open={editing} onClose={() => setEditing(false)} />
    </div>
  );
}
