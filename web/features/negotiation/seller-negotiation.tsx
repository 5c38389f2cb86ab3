import { Link } from "react-router-dom";
import type { SellerMessage, SellerNegotiation } from "#contract/negotiation-seller";
import { formatDateTime, formatDollars } from "../../lib/format.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PageHeader, Panel } from "../../ui/layout.tsx";
import { RowSkeletons } from "../../ui/placeholders.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { useSellerNegotiation, useShareAnswer } from "./seller-api.ts";

/** One negotiation, word for word, with a form below everything that Knowzee left open. */
export function SellerNegotiationView({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useSellerNegotiation(id);
  return (
    <>
      <PageHeader
        title={data ? data.buyer.display_name : "Negotiation"}
        description={
          data ? (
            <>
              About{" "}
              <Link
                dir="auto"
                to={`/ItemDetail/${data.item.id}`}
                className="font-semibold text-ink underline underline-offset-4"
              >
                {data.item.title}
              </Link>
              , listed at {formatDollars(data.item.price)}
            </>
          ) : undefined
        }
        back={{ to: "/Negotiations", label: "All negotiations" }}
      />
      {isPending ? (
        <Loading what="the negotiation">
          <RowSkeletons />
        </Loading>
      ) : data ? (
        <>
          <p className="mb-4">
            <OutcomeBadge {...data} />
          </p>
          <ol className="grid gap-4">
            {data.log.map((message) => (
              <li key={message.id}>
                <LogEntry negotiation={data} message={message} />
              </li>
            ))}
          </ol>
        </>
      ) : (
        <ErrorState title="This negotiation didn't load" query={{ error, refetch }} />
      )}
    </>
  );
}

function LogEntry({ negotiation, message }: { negotiation: SellerNegotiation; message: SellerMessage }) {
  const { from, text, at, open, answer } = message;
  if (from === "system")
    return (
      <p dir="auto" className="text-center text-sm text-muted">
        {text}
      </p>
    );
  const speaker = { buyer: negotiation.buyer.display_name, knowzee: "Knowzee, for you", seller: "You" }[from];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="font-semibold">{speaker}</span>
        <time dateTime={new Date(at).toISOString()} className="text-muted">
          {formatDateTime(at)}
        </time>
      </p>
      <p dir="auto" className="whitespace-pre-line break-words">
        {text}
      </p>
      {open ? (
        <Panel tone="wattle" className="mt-2.5">
          <p className="font-semibold">
            {open.asked ? `${negotiation.buyer.display_name} asked you` : "Knowzee couldn't settle this"}
          </p>
          <p className="mt-1">“{open.text}”</p>
          <AnswerForm
            negotiationId={negotiation.id}
            messageId={message.id}
            buyer={negotiation.buyer.display_name}
            amount={open.amount}
          />
        </Panel>
      ) : null}
      {answer ? <Shared negotiationId={negotiation.id} messageId={message.id} answer={answer} /> : null}
    </>
  );
}

function Shared({
  negotiationId,
  messageId,
  answer,
}: {
  negotiationId: string;
  messageId: string;
  answer: NonNullable<SellerMessage["answer"]>;
}) {
  const share = useShareAnswer(negotiationId);
  if (!answer.may_be_shared) {
    return (
      <p className="mt-1 text-sm text-muted">
        You answered: “{answer.text}” Only this buyer sees it, because it's about money.
      </p>
    );
  }
  return (
    <div className="mt-1">
      <p className="text-sm text-muted">You answered: “{answer.text}”</p>
      <Checkbox
        checked={answer.shared}
        disabled={share.isPending}
        onChange={(event) => share.mutate({ message_id: messageId, shared: event.target.checked })}
      >
        Knowzee can tell other buyers
      </Checkbox>
    </div>
  );
}
