import { clsx } from "clsx";
import { Handshake } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { NegotiationMessage } from "#contract/negotiation";
import { formatDollars } from "../../lib/format.ts";

interface ConversationLogProps {
  messages: readonly NegotiationMessage[];
  pending: string | null;
  problem: string | null;
  title: string;
  className?: string;
}

/** The messages of the negotiation, scrolled to the newest. Screen readers announce new messages. */
export function NegotiationLog({ messages, pending, problem, title, className }: ConversationLogProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useEffect(() => {
    // Scroll this box only; `scrollIntoView` would scroll the page too.
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [messages.length, pending, problem]);

  return (
    <div
      ref={box}
      role="log"
      aria-label="Conversation with Knowzee"
      // A scrollable region must be focusable for keyboard users.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region
      tabIndex={0}
      className={clsx("flex flex-col gap-2 overflow-y-auto overscroll-contain rounded-sm", className)}
    >
      <Bubble from="knowzee">
        G'day, I'm Knowzee, the seller's AI assistant. I'm handling offers on “{title}”. Ask me about it or make an
        offer.
      </Bubble>
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      {pending === null ? null : (
        <>
          <Bubble from="buyer">{pending}</Bubble>
          <Typing />
        </>
      )}
      {problem === null ? null : (
        <p className="mx-auto max-w-prose text-center text-sm font-medium text-hot-ink">{problem}</p>
      )}
    </div>
  );
}

function Message({ message }: { message: NegotiationMessage }) {
  const { from, text, item } = message;
  if (from === "system") return <p className="mx-auto max-w-prose text-center text-sm text-muted">{text}</p>;
  return (
    <Bubble from={from}>
      {text}
      {item === null ? null : (
        <Link
          to={`/ItemDetail/${item.id}`}
          className="mt-1.5 flex min-h-tap items-center justify-between gap-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          <span className="min-w-0 truncate">{item.title}</span>
          <span className="tabular-nums">{formatDollars(item.price)}</span>
        </Link>
      )}
    </Bubble>
  );
}

/** Renders messages as plain text, without links or markup (A72). */
function Bubble({ from, children }: { from: "buyer" | "knowzee"; children: ReactNode }) {
  const mine = from === "buyer";
  return (
    <div
      className={clsx(
        "whitespace-pre-line break-words rounded-lg px-3.5 py-2",
        mine ? "ml-auto bg-brand text-on-brand" : "self-start bg-surface text-ink",
      )}
      style={{ maxWidth: "85%" }}
    >
      <span className="sr-only">{mine ? "You: " : "Knowzee: "}</span>
      {children}
    </div>
  );
}

function Typing() {
  return (
    <p className="flex items-center gap-2 self-start text-sm text-muted">
      <Handshake className="size-4" aria-hidden="true" />
      Knowzee is typing…
    </p>
  );
}
