import { clsx } from "clsx";
import { Handshake } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { NegotiationMessage } from "#contract/negotiation";
import { formatDollars } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

interface LogProps {
  messages: readonly NegotiationMessage[];
  pending: string | null;
  problem: string | null;
  title: string;
  /** Asks the seller what this reply could not settle; absent where nobody can be asked. */
  onAskSeller?: (messageId: string) => void;
  className?: string;
}

/** The messages of the negotiation, scrolled to the newest. Screen readers announce new messages. */
export function NegotiationLog({ messages, pending, problem, title, onAskSeller, className }: LogProps) {
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
        offer.{onAskSeller ? " The seller can read this chat." : null}
      </Bubble>
      {messages.map((message) => (
        <Message key={message.id} message={message} onAskSeller={onAskSeller} />
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

function Message({ message, onAskSeller }: { message: NegotiationMessage; onAskSeller: LogProps["onAskSeller"] }) {
  const { from, text, item, ask_seller, question } = message;
  if (from === "system")
    return (
      <p dir="auto" className="mx-auto max-w-prose text-center text-sm text-muted">
        {text}
      </p>
    );
  return (
    <Bubble from={from}>
      <span dir="auto" className="block">
        {text}
      </span>
      {item === null ? null : (
        <Link
          to={`/ItemDetail/${item.id}`}
          className="mt-1.5 flex min-h-tap items-center justify-between gap-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          <span dir="auto" className="min-w-0 truncate">
            {item.title}
          </span>
          <span className="tabular-nums">{formatDollars(item.price)}</span>
        </Link>
      )}
      {ask_seller && onAskSeller && question === undefined ? (
        <div className="mt-2.5">
          <Button variant="secondary" size="sm" onClick={() => onAskSeller(message.id)}>
            Ask the seller
          </Button>
        </div>
      ) : null}
    </Bubble>
  );
}

const SPEAKERS = { buyer: "You", knowzee: "Knowzee", seller: "Seller" } as const;

/** Renders messages as plain text, without links or markup (A72). */
function Bubble({ from, children }: { from: keyof typeof SPEAKERS; children: ReactNode }) {
  const mine = from === "buyer";
  return (
    <div
      className={clsx(
        "whitespace-pre-line break-words rounded-lg px-3.5 py-2",
        mine ? "ml-auto bg-brand text-on-brand" : "self-start bg-surface text-ink",
      )}
      style={{ maxWidth: "85%" }}
    >
      {from === "seller" ? (
        <span className="block text-sm font-semibold">The seller</span>
      ) : (
        <span className="sr-only">{SPEAKERS[from]}: </span>
      )}
      {children}
    </div>
  );
}

function Typing() {
  return (
    <p className="flex items-center gap-2 self-start text-sm text-muted">
      <Handshake className="size-4" />
      Knowzee is typing…
    </p>
  );
}
