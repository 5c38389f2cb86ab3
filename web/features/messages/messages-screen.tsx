import "./messages.css";
import { useQueryClient } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { useWide } from "../../lib/use-wide.ts";
import { onUserEvent } from "../../lib/user-channel.ts";
import { EmptyState } from "../../ui/states.tsx";
import { applyEvent, listOf, useThreads } from "./cache.ts";
import { ThreadList } from "./thread-list.tsx";
import { ThreadPanel } from "./thread-panel.tsx";

/** /Messages and /Messages/{conversationId}: list and conversation side by side on wide screens, separate on phones. */
export default function MessagesScreen() {
  const { id } = useParams();
  const client = useQueryClient();
  const me = useSession().user?.id ?? "";
  const wide = useWide();
  const list = useThreads(wide);
  useEffect(() => onUserEvent((event) => applyEvent(client, event)), [client]);

  const some = listOf(list.data).length > 0;
  // Without conversations there is nothing to select, so the list fills the page.
  const alone = id === undefined && (!wide || (list.data !== undefined && !some));
  if (alone) return <ThreadList className="mx-auto w-full max-w-[640px] px-4 pt-5 pb-28" />;
  return (
    // The attribute gives the screen its full height; see messages.css.
    <div
      data-conversation={id === undefined ? "none" : "open"}
      className="mx-auto flex h-full w-full max-w-page md:px-6"
    >
      {wide ? (
        <ThreadList
          current={id}
          className="w-80 shrink-0 -ml-2 overflow-y-auto overscroll-contain border-r border-line pt-5 pr-4 pb-24 pl-2 lg:w-96"
        />
      ) : null}
      {id === undefined ? (
        <div className="flex min-w-0 flex-1 items-center">
          {some ? (
            <EmptyState
              icon={<MessagesSquare className="size-7" />}
              title="Choose a conversation"
              description="To ask about an item, open it and tap Message seller."
            />
          ) : null}
        </div>
      ) : (
        <ThreadPanel key={id} id={id} me={me} wide={wide} />
      )}
    </div>
  );
}
