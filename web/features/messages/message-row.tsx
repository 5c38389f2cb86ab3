import { clsx } from "clsx";
import { CircleAlert, Clock, Flag, TriangleAlert } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link } from "react-router-dom";
import type { Photo } from "#contract/items";
import type { MessageView, ThreadEvent } from "#contract/messages";
import { formatDateTime, formatTime } from "../../lib/format.ts";
import { useOnline } from "../../lib/use-online.ts";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { OfferEvent } from "../offers/index.ts";
import type { UnsentMessage } from "./outbox.ts";

interface MessageRowProps {
  message: MessageView;
  /** Continues the group of the message above. */
  joined: boolean;
  /** The last message of its group. */
  last: boolean;
  other: string;
  /** Delivery state of the viewer's last message. */
  state: "Sent" | "Read" | null;
  onReport: () => void;
}

/** One message with its warnings and delivery state. */
export function MessageRow({ message, joined, last, other, state, onReport }: MessageRowProps) {
  const mine = message.from === "me";
  const { held, cautions } = message;
  return (
    <div className={clsx("group flex flex-col", mine ? "items-end" : "items-start", joined ? "pt-1" : "pt-3")}>
      {cautions.length > 0 ? <Caution cautions={cautions} onReport={onReport} /> : null}
      <div className="flex max-w-[min(85%,36rem)] items-center gap-1">
        <Bubble
          mine={mine}
          faded={held !== null}
          from={mine ? "You" : other}
          photo={message.photo}
          text={message.text}
        />
        {mine ? null : (
          <button
            type="button"
            aria-label={`Report this message from ${other}`}
            title="Report this message"
            onClick={onReport}
            className="flex size-tap shrink-0 items-center justify-center rounded-full text-muted opacity-0 transition-opacity duration-150 hover:bg-surface focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          >
            <Flag className="size-4" />
          </button>
        )}
      </div>
      {held === null ? (
        <Meta at={message.at} shown={last || state !== null}>
          {state}
        </Meta>
      ) : (
        <p className="mt-1 flex max-w-prose items-start gap-1.5 text-sm text-muted">
          <Clock className="mt-px size-4 shrink-0" />
          {held === "waiting"
            ? `Not delivered yet. Our team will check this message before ${other} sees it.`
            : "Not delivered. Our team didn't approve this message."}
        </p>
      )}
    </div>
  );
}

/** A message that the server has not received yet. */
export function UnsentRow({
  message,
  onRetry,
  onDiscard,
}: {
  message: UnsentMessage;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const online = useOnline();
  return (
    <div className="flex flex-col items-end pt-3">
      <div className="flex max-w-[min(85%,36rem)]">
        <Bubble mine faded from="You" photo={message.photo} text={message.text} />
      </div>
      {message.refused === null ? (
        <p className="mt-1 text-sm text-muted">{online ? "Sending…" : "We'll send this when you're back online"}</p>
      ) : (
        <div role="alert" className="mt-1 flex max-w-prose flex-wrap items-center justify-end gap-x-1 text-sm">
          <span className="flex items-start gap-1.5 font-medium text-hot-ink">
            <CircleAlert className="mt-px size-4 shrink-0" />
            Not sent. {message.refused}
          </span>
          <SmallButton onPress={onRetry}>Try again</SmallButton>
          <SmallButton onPress={onDiscard}>Delete</SmallButton>
        </div>
      )}
    </div>
  );
}

function SmallButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-tap rounded-full px-2.5 font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}

/** Renders messages as plain text, without links or markup (A74). */
function Bubble({
  mine,
  faded,
  from,
  photo,
  text,
}: {
  mine: boolean;
  faded: boolean;
  from: string;
  photo: Photo | null;
  text: string;
}) {
  return (
    <div
      className={clsx(
        "min-w-0 overflow-hidden rounded-lg",
        mine ? "bg-brand text-on-brand" : "bg-surface text-ink",
        // A dashed outline instead of pale text, which would be hard to read.
        faded && "outline-2 -outline-offset-2 outline-dashed outline-wattle",
      )}
    >
      <span className="sr-only">{from}: </span>
      {photo ? (
        <a
          href={photo.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open the photo from ${from}`}
          className="block"
        >
          <PhotoImg
            photo={photo}
            alt={`Sent by ${from}`}
            sizes="280px"
            className="block max-h-80 w-70 max-w-full"
            style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
          />
        </a>
      ) : null}
      {text ? (
        <p dir="auto" className="whitespace-pre-line break-words px-3.5 py-2">
          {text}
        </p>
      ) : null}
    </div>
  );
}

function Meta({ at, shown, children }: { at: number; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <p className="mt-0.5 px-1 text-sm text-muted">
      <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
        {formatTime(at)}
      </time>
      {children ? <> · {children}</> : null}
    </p>
  );
}

function Caution({ cautions, onReport }: { cautions: readonly string[]; onReport: () => void }) {
  return (
    <div
      role="note"
      className="mb-1.5 flex max-w-[min(85%,36rem)] gap-2.5 rounded-md bg-wattle-soft px-3.5 py-2.5 text-sm"
    >
      <TriangleAlert className="mt-px size-4.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-bold">Be careful with this message</p>
        {cautions.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <button type="button" onClick={onReport} className="min-h-tap font-semibold underline underline-offset-4">
          Report it
        </button>
      </div>
    </div>
  );
}

function placeOf({ subject, id }: ThreadEvent) {
  switch (subject) {
    case "order":
      return { to: `/MyOrders/${id}`, label: "View order" };
    case "trade":
      return { to: `/TradeOffers?id=${id}`, label: "View trade" };
    case "offer":
      return null;
  }
}

/** An event of the two users' order, trade or price offer. `latest`: the last event of its subject in the thread. */
export function EventRow({ message, latest = false }: { message: MessageView; latest?: boolean }) {
  const { event } = message;
  const place = event ? placeOf(event) : null;
  return (
    <>
      <EventText message={message} place={place} />
      {latest && event?.subject === "offer" ? (
        <Suspense fallback={null}>
          <OfferEvent id={event.id} />
        </Suspense>
      ) : null}
    </>
  );
}

function EventText({ message, place }: { message: MessageView; place: { to: string; label: string } | null }) {
  return (
    <p className="mx-auto max-w-prose py-3 text-center text-sm text-muted">
      {message.text}{" "}
      {place ? (
        <Link
          to={place.to}
          className="font-semibold whitespace-nowrap text-brand-ink underline-offset-4 hover:underline"
        >
          {place.label}
        </Link>
      ) : null}
      <time dateTime={new Date(message.at).toISOString()} className="block">
        {formatTime(message.at)}
      </time>
    </p>
  );
}
