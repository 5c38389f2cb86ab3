import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Ban, CirclePlus, Ellipsis, Flag, Store } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import type { ThreadItem, ThreadView } from "#contract/messages";
import { ApiError } from "../../lib/api-client.ts";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatPrice } from "../../lib/format.ts";
import { useAgreedPrice } from "../../lib/shown-price.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { BlockDialog, ReportDialog } from "../safety/index.ts";
import { refreshThreads, useThread, useThreadMessages } from "./cache.ts";
import { MessageComposer } from "./composer.tsx";
import { MessageLog } from "./message-log.tsx";
import { useOutbox } from "./use-outbox.ts";
import { useReadPosition } from "./use-read-position.ts";
import { useOtherTyping } from "./use-typing.ts";

interface ThreadPanelProps {
  id: string;
  me: string;
  wide: boolean;
}

/** One conversation: header, messages and input. */
export function ThreadPanel({ id, me, wide }: ThreadPanelProps) {
  const client = useQueryClient();
  const one = useThread(client, id);
  const thread = useThreadMessages(client, id);
  const { outbox, unsent } = useOutbox(me);
  const typing = useOtherTyping(id);
  const reading = useReadPosition(client, id, thread.data);
  const start = usePreparedText();
  useDocumentTitle(one.data ? `Messages with ${one.data.other.display_name}` : undefined);

  const problem = one.data ? thread.error : one.error;
  if (problem && !(one.data && thread.data)) {
    const missing = problem instanceof ApiError && problem.code === "not_found";
    return (
      <Frame>
        {missing ? (
          <EmptyState
            title="Conversation not found"
            description="It may belong to a different account."
            action={<LinkButton to="/Messages">All messages</LinkButton>}
          />
        ) : (
          <ErrorState
            title="This conversation didn't load"
            query={{ error: problem, refetch: () => Promise.all([one.refetch(), thread.refetch()]) }}
          />
        )}
      </Frame>
    );
  }
  if (!one.data || !thread.data) return <ConversationSkeleton wide={wide} />;
  const { other, item, can_send, blocked_by_you } = one.data;
  return (
    <Frame name={other.display_name}>
      <Header one={one.data} wide={wide} onChanged={() => void refreshThreads(client)} />
      {item ? <AboutItem item={item} /> : null}
      <MessageLog
        thread={thread.data}
        conversationId={id}
        unsent={unsent.filter((message) => message.conversation_id === id)}
        outbox={outbox}
        other={other.display_name}
        typing={typing}
        unreadAfter={reading.unreadAfter}
        onBottom={reading.onBottom}
      />
      {can_send ? (
        <MessageComposer
          me={me}
          conversationId={id}
          other={other.display_name}
          start={start}
          focus={wide}
          sells={item?.seller_id === me}
          onSend={(text, photo) => outbox.add(id, text, photo)}
        />
      ) : (
        <p className="border-t border-line px-4 py-4 text-center text-muted">
          {blocked_by_you
            ? `${other.display_name} is blocked. Unblock them to send messages.`
            : `You can't message ${other.display_name} right now.`}
        </p>
      )}
    </Frame>
  );
}

/** Takes the prepared text from the navigation state once, so that a reload does not restore it after it was sent. */
function usePreparedText(): string {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [words] = useState(() =>
    typeof state === "object" && state !== null && "draft" in state && typeof state.draft === "string"
      ? state.draft
      : "",
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (words !== "") void navigate(".", { replace: true, state: null });
  }, []);
  return words;
}

function Frame({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <section aria-label={name ? `Conversation with ${name}` : "Conversation"} className="flex min-w-0 flex-1 flex-col">
      {children}
    </section>
  );
}

interface HeaderProps {
  one: ThreadView;
  wide: boolean;
  onChanged: () => void;
}

function Header({ one, wide, onChanged }: HeaderProps) {
  const { id, other, blocked_by_you } = one;
  const [dialog, setDialog] = useState<"report" | "block" | null>(null);
  const Heading = wide ? "h2" : "h1";
  const close = () => setDialog(null);
  return (
    <header className="flex items-center gap-3 border-b border-line py-2.5 pr-2 pl-2 md:pl-5">
      {wide ? null : (
        <Link to="/Messages" aria-label="All messages" className="flex size-11 shrink-0 items-center justify-center">
          <ArrowLeft className="size-5" />
        </Link>
      )}
      <Avatar name={other.display_name} />
      <Heading className="min-w-0 flex-1 text-lg font-bold">
        <Link dir="auto" to={`/Store/${other.id}`} className="block truncate underline-offset-4 hover:underline">
          {other.display_name}
        </Link>
      </Heading>
      <Menu
        trigger={
          <IconButton label={`More options for your conversation with ${other.display_name}`}>
            <Ellipsis className="size-5" />
          </IconButton>
        }
        entries={[
          {
            label: `See ${other.display_name}'s page`,
            icon: <Store className="size-4.5 text-muted" />,
            to: `/Store/${other.id}`,
          },
          ...(wide
            ? []
            : [
                {
                  label: "List an item",
                  icon: <CirclePlus className="size-4.5 text-muted" />,
                  to: "/additem",
                },
              ]),
          {
            label: "Report this conversation",
            icon: <Flag className="size-4.5 text-muted" />,
            onSelect: () => setDialog("report"),
            separated: true,
          },
          {
            label: blocked_by_you ? `Unblock ${other.display_name}` : `Block ${other.display_name}`,
            icon: <Ban className="size-4.5" />,
            onSelect: () => setDialog("block"),
            danger: !blocked_by_you,
          },
        ]}
      />
      <ReportDialog
        open={dialog === "report"}
        onClose={close}
        subject={{ type: "conversation", id }}
        what={`your conversation with ${other.display_name}`}
      />
      <BlockDialog
        open={dialog === "block"}
        onClose={close}
        person={{ id: other.id, name: other.display_name }}
        blocked={blocked_by_you}
        onDone={onChanged}
      />
    </header>
  );
}

const STATUS_LABELS: Partial<Record<ThreadItem["status"], string>> = {
  sold: "Sold",
  reserved: "Reserved",
  pending: "In a trade",
  pending_payment: "Being bought",
  inactive: "Not for sale",
  deleted: "Taken down",
};

/** The item of the conversation, shown even after the item was removed. */
function AboutItem({ item }: { item: ThreadItem }) {
  const agreed = useAgreedPrice(item.id);
  const status = STATUS_LABELS[item.status];
  const content = (
    <>
      <PhotoImg photo={null} url={item.photo_url} alt="" className="size-12 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {item.title}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {formatPrice(agreed ? Math.min(agreed.amount, item.price) : item.price)}
        </span>
      </span>
      {status ? <Badge>{status}</Badge> : null}
    </>
  );
  const look = "flex items-center gap-3 border-b border-line px-4 py-2 md:px-5";
  if (item.status === "deleted") return <div className={look}>{content}</div>;
  return (
    <Link to={`/ItemDetail/${item.id}`} className={`${look} transition-colors duration-150 hover:bg-surface`}>
      {content}
    </Link>
  );
}

function ConversationSkeleton({ wide }: { wide: boolean }) {
  return (
    <Frame>
      <Loading what="conversation" className="flex flex-1 flex-col">
        <div className="flex items-center gap-3 border-b border-line px-5 py-2.5">
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className="h-5 w-40" />
        </div>
        <div className="flex flex-1 flex-col justify-end gap-3 px-5 py-5">
          <Skeleton className="h-11 w-3/5 rounded-lg" />
          <Skeleton className="ml-auto h-11 w-2/5 rounded-lg" />
          <Skeleton className={wide ? "h-16 w-1/2 rounded-lg" : "h-16 w-4/5 rounded-lg"} />
        </div>
      </Loading>
    </Frame>
  );
}
