import { MessagesSquare } from "lucide-react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import type { OpenQuestion, SellerNegotiationSummary } from "#contract/negotiation-seller";
import { formatAge } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Panel, Section } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { QueryState, RowSkeletons } from "../../ui/placeholders.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { useNegotiations, useNegotiationUpdates } from "./seller-api.ts";
import { SellerNegotiationView } from "./seller-negotiation.tsx";

/** /Negotiations: what Knowzee said in the viewer's name. /Negotiations/:id: one of them, word for word. */
export default function NegotiationsScreen() {
  const { id } = useParams();
  useNegotiationUpdates();
  return <PageBody width="form">{id === undefined ? <Overview /> : <SellerNegotiationView id={id} />}</PageBody>;
}

function Overview() {
  const [query] = useSearchParams();
  const item = query.get("item");
  const list = useNegotiations(item);
  const pages = list.data?.pages ?? [];
  const all = pages.flatMap((page) => page.items);
  const title = item === null ? undefined : all[0]?.item.title;
  return (
    <>
      <PageHeader
        title="Negotiations"
        description={
          title === undefined
            ? "What buyers asked Knowzee, and what it said for you."
            : `What buyers said about “${title}”.`
        }
        back={
          item === null ? { to: "/MyItems", label: "My items" } : { to: "/Negotiations", label: "All negotiations" }
        }
      />
      {list.data === undefined ? (
        <QueryState query={list} what="negotiations" title="Your negotiations didn't load">
          <RowSkeletons />
        </QueryState>
      ) : all.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare className="size-7" />}
          title="No negotiations yet"
          description="When a buyer talks to Knowzee about one of your items, you can read it here."
          action={<LinkButton to="/MyItems">My items</LinkButton>}
        />
      ) : (
        <>
          <Questions questions={pages[0]?.questions ?? []} />
          <Section title="All negotiations">
            <ul className="divide-y divide-line">
              {all.map((negotiation) => (
                <li key={negotiation.id} className="py-4">
                  <NegotiationSummary negotiation={negotiation} />
                </li>
              ))}
            </ul>
            <LoadMore what="negotiations" list={list} />
          </Section>
        </>
      )}
    </>
  );
}

function Questions({ questions }: { questions: readonly OpenQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <Section
      title="Questions for you"
      description="Buyers sent you these. Your answer goes into the chat, and a yes to an amount lets the buyer accept it."
    >
      <ul className="grid gap-4">
        {questions.map((question) => (
          <li key={`${question.negotiation_id}-${question.message_id}`}>
            <Panel>
              <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
                <Link
                  dir="auto"
                  to={`/Negotiations/${question.negotiation_id}`}
                  className="font-semibold text-ink underline-offset-4 hover:underline"
                >
                  {question.buyer.display_name}
                </Link>
                about {question.item.title}
              </p>
              <p className="mt-1">“{question.text}”</p>
              <AnswerForm
                negotiationId={question.negotiation_id}
                messageId={question.message_id}
                buyer={question.buyer.display_name}
                amount={question.amount}
              />
            </Panel>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const SAID_BY = { buyer: "", knowzee: "Knowzee: ", seller: "You: ", system: "" } as const;

function NegotiationSummary({ negotiation }: { negotiation: SellerNegotiationSummary }) {
  const now = useNow();
  const { id, item, buyer, last, unanswered, updated_at } = negotiation;
  return (
    <Link to={`/Negotiations/${id}`} className="flex items-center gap-3 rounded-lg hover:opacity-80">
      <PhotoImg photo={null} url={item.image_url} alt="" className="size-14 rounded-lg" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="font-bold">
            {buyer.display_name}
          </span>
          <span className="text-sm text-muted">{formatAge(updated_at, now)}</span>
        </span>
        <span dir="auto" className="block truncate text-sm text-muted">
          {item.title}
        </span>
        <span className="block truncate">
          {SAID_BY[last.from]}
          {last.text}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <OutcomeBadge {...negotiation} />
          {unanswered > 0 ? (
            <Badge tone="hotSoft">{unanswered === 1 ? "1 question" : `${unanswered} questions`}</Badge>
          ) : null}
        </span>
      </span>
    </Link>
  );
}
