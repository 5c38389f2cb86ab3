import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { MessageView } from "#contract/messages";
import { formatDay } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ReportDialog } from "../safety/index.ts";
import { fetchMessages } from "./api.ts";
import { changeThread } from "./cache.ts";
import { EventRow, MessageRow, UnsentRow } from "./message-row.tsx";
import type { Outbox, UnsentMessage } from "./outbox.ts";
import { rowsOf, type Thread, withOlder } from "./thread.ts";

/** Scrolls past the last row, because the list does not count the padding around its rows. */
const FOOT = { align: "end", offset: 200 } as const;
/** Distance (px) from an end that counts as being there. */
const NEAR_PX = 120;

interface MessageLogProps {
  thread: Thread;
  conversationId: string;
  unsent: readonly UnsentMessage[];
  outbox: Outbox;
  other: string;
  typing: boolean;
  unreadAfter: number | null;
  onBottom: (there: boolean) => void;
}

/**
 * The messages of a conversation, newest at the bottom. Only rows near the screen are in the DOM, so the list is not a
 * live region, which would announce old messages while scrolling; a separate line announces new ones.
 */
export function MessageLog({
  thread,
  conversationId,
  unsent,
  outbox,
  other,
  typing,
  unreadAfter,
  onBottom,
}: MessageLogProps) {
  const list = useRef<VirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Whether the list follows new messages; false once the user has scrolled up. */
  const following = useRef(true);
  const [away, setAway] = useState(false);
  const [reported, setReported] = useState<{ message: MessageView; open: boolean } | null>(null);
  const older = useOlder(conversationId, thread);

  const rows = useMemo(() => rowsOf(thread.messages, unreadAfter), [thread.messages, unreadAfter]);
  const arrived = new Set(thread.messages.map(({ client_id }) => client_id));
  const waiting = unsent.filter((message) => !arrived.has(message.client_id));
  const latestEvents = useMemo(() => {
    const bySubject = new Map(thread.messages.flatMap(({ id, event }) => (event ? [[event.id, id] as const] : [])));
    return new Set(bySubject.values());
  }, [thread.messages]);
  const lastOwn = thread.messages.findLast(({ from }) => from === "me")?.id;
  const total = rows.length + waiting.length + (typing ? 1 : 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every change at the bottom
  useLayoutEffect(() => {
    if (following.current && total > 0) list.current?.scrollToIndex(total - 1, FOOT);
  }, [total, thread.lastSeq, thread.otherRead]);

  // The phone's keyboard and a rotation change the height of the box.
  useEffect(() => {
    if (!box.current || typeof ResizeObserver === "undefined") return;
    const element = box.current;
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Always scroll to the user's own new message.
  const ownWaiting = waiting.length;
  const before = useRef(ownWaiting);
  useLayoutEffect(() => {
    if (ownWaiting > before.current && total > 0) {
      following.current = true;
      list.current?.scrollToIndex(total - 1, FOOT);
    }
    before.current = ownWaiting;
  }, [ownWaiting, total]);

  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const there = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    following.current = there;
    setAway(!there);
    onBottom(there);
    if (element.scrollTop < 4 * NEAR_PX) older.fetch();
  };

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${other}`}
        onScroll={onScroll}
        // A scrollable region must be focusable for keyboard users.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region
        tabIndex={0}
        className="absolute inset-0 flex flex-col overflow-y-auto overscroll-contain px-4 pb-3 [overflow-anchor:none] md:px-5"
      >
        {/* A few messages are placed at the bottom. */}
        <div className="flex shrink-0 grow items-start justify-center pt-4 text-sm text-muted">
          {older.fetching ? <Spinner /> : thread.older ? null : <Beginning other={other} empty={total === 0} />}
        </div>
        <Virtualizer ref={list} scrollRef={box} shift={older.shift}>
          {[
            ...rows.map((row) => {
              if (row.kind === "day") return <Line key={row.key}>{dayName(row.at)}</Line>;
              if (row.kind === "new")
                return (
                  <Line key={row.key} strong>
                    New messages
                  </Line>
                );
              const { message } = row;
              if (message.from === null) {
                return <EventRow key={row.key} message={message} latest={latestEvents.has(message.id)} />;
              }
              return (
                <MessageRow
                  key={row.key}
                  message={message}
                  joined={row.joined}
                  last={row.last}
                  other={other}
                  state={message.id === lastOwn ? (message.seq <= thread.otherRead ? "Read" : "Sent") : null}
                  onReport={() => setReported({ message, open: true })}
                />
              );
            }),
            ...waiting.map((message) => (
              <UnsentRow
                key={message.client_id}
                message={message}
                onRetry={() => outbox.retry(message.client_id)}
                onDiscard={() => outbox.discard(message.client_id)}
              />
            )),
            ...(typing
              ? [
                  <p key="typing" className="pt-2 text-sm text-muted">
                    {other} is typing…
                  </p>,
                ]
              : []),
          ]}
        </Virtualizer>
      </div>
      {away ? (
        <IconButton
          label="Go to newest message"
          variant="raised"
          className="absolute! right-4 bottom-3"
          onClick={() => {
            following.current = true;
            list.current?.scrollToIndex(total - 1, FOOT);
          }}
        >
          <ArrowDown className="size-5" />
        </IconButton>
      ) : null}
      <Announced messages={thread.messages} other={other} />
      {reported ? (
        <ReportDialog
          // A new key per message, so that a typed report is not sent about another one.
          key={reported.message.id}
          open={reported.open}
          onClose={() => setReported({ ...reported, open: false })}
          subject={{ type: "message", id: reported.message.id }}
          what={`this message from ${other}`}
        />
      ) : null}
    </div>
  );
}

/** Loads older messages page by page. `shift` keeps the visible rows in place while older ones are added above. */
function useOlder(conversationId: string, thread: Thread) {
  const client = useQueryClient();
  const [fetching, setFetching] = useState(false);
  const busy = useRef(false);
  const first = thread.messages[0]?.seq;
  const renderedFirst = useRef(first);
  const shift = first !== undefined && renderedFirst.current !== undefined && first < renderedFirst.current;
  useLayoutEffect(() => {
    renderedFirst.current = first;
  });
  const fetch = () => {
    if (busy.current || !thread.older || first === undefined) return;
    busy.current = true;
    setFetching(true);
    fetchMessages(conversationId, { before: first })
      .then((reply) => changeThread(client, conversationId, (now) => withOlder(now, reply)))
      // Scrolling up again retries.
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
        setFetching(false);
      });
  };
  return { fetch, fetching, shift };
}

/** Announces new messages of the other user to screen readers. */
function Announced({ messages, other }: { messages: readonly MessageView[]; other: string }) {
  const newest = messages.at(-1);
  const seen = useRef(newest?.seq ?? 0);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (!newest || newest.seq <= seen.current) return;
    seen.current = newest.seq;
    if (newest.from === "them") setAnnouncement(`${other}: ${newest.text || "Photo"}`);
    if (newest.from === null) setAnnouncement(newest.text);
  }, [newest, other]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

function Line({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <p
      className={clsx(
        "flex items-center gap-3 pt-5 pb-1 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line",
        strong ? "font-semibold text-brand-ink" : "text-muted",
      )}
    >
      {children}
    </p>
  );
}

function Beginning({ other, empty }: { other: string; empty: boolean }) {
  return (
    <p className="max-w-prose text-center">
      {empty ? `${`Say hello to ${other}`} ` : null}
      Stay safe. Only pay as your order says, or when you pick up. Never share codes or passwords.
    </p>
  );
}

function dayName(at: number): string {
  const day = (of: number) => new Date(of).toDateString();
  const now = serverNow();
  if (day(at) === day(now)) return "Today";
  if (day(at) === day(now - 86_400_000)) return "Yesterday";
  return formatDay(at);
}
