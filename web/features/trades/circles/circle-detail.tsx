import { Link } from "react-router-dom";
import type { CirclePerson, CircleView } from "#contract/trades/circles";
import { ApiError } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Columns } from "../../../ui/columns.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { SupportButton } from "../../community/index.ts";
import { OrderRatingsPanel } from "../../orders/index.ts";
import { StatusPanel } from "../trade-detail.tsx";
import { useCircle } from "./api.ts";
import { CircleActions } from "./circle-actions.tsx";
import { CircleDiagram } from "./circle-diagram.tsx";
import { CircleHandovers } from "./circle-handovers.tsx";
import { circleLabel, differenceLabel, explainCircle, legsOf } from "./circle-labels.ts";
import { CircleLegs } from "./circle-legs.tsx";

const LIST = { to: "/TradeOffers?tab=circles", label: "Swap circles" };

/** One swap circle, for its three people. */
export function CircleDetail({ id }: { id: string }) {
  const { data: circle, isPending, error, refetch } = useCircle(id);
  useDocumentTitle(circle ? "Swap circle" : undefined);
  if (error instanceof ApiError && (error.code === "not_found" || error.code === "invalid")) {
    return (
      <PageBody width="form">
        <PageHeader title="Swap circle" />
        <EmptyState
          title="We can't find this swap circle"
          description="It may belong to another account."
          action={<LinkButton to={LIST.to}>Swap circles</LinkButton>}
        />
      </PageBody>
    );
  }
  if (isPending) return <PageSkeleton />;
  if (!circle) return <ErrorState query={{ error, refetch }} />;
  const { give, get } = legsOf(circle);
  return (
    <PageBody>
      <PageHeader
        title={`Your “${give.item.title}” for “${get.item.title}”`}
        description={
          <>
            Swap circle with <PersonLink person={get.giver} /> and <PersonLink person={give.receiver} />
          </>
        }
        back={LIST}
      />
      <Columns
        aside={
          <>
            <Section title="Who gives what" description={`${differenceLabel(circle)}.`}>
              <CircleDiagram circle={circle} />
              <CircleLegs circle={circle} />
            </Section>
            <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-muted">Need help?</span>
              <SupportButton variant="ghost" size="sm" about={`Swap circle (${circle.id}):\n\n`} />
            </div>
          </>
        }
      >
        <StatusPanel
          {...circleLabel(circle)}
          text={explainCircle(circle, serverNow())}
          note={circle.staff_note}
          endsIn="The circle ends in"
          endsAt={circle.expires_at}
          onClockEnd={() => void refetch()}
          actions={<CircleActions circle={circle} />}
        />
        <Ratings circle={circle} />
        {circle.status === "accepted" ? <CircleHandovers circle={circle} /> : null}
      </Columns>
    </PageBody>
  );
}

function PersonLink({ person }: { person: CirclePerson }) {
  return (
    <Link dir="auto" to={`/Store/${person.id}`} className="font-semibold text-brand-ink underline">
      {person.display_name}
    </Link>
  );
}

/** Each handover is a deal of its own, which its giver and receiver rate. */
function Ratings({ circle }: { circle: CircleView }) {
  const { give, get } = legsOf(circle);
  return (
    <>
      <OrderRatingsPanel
        deal={get.order_id}
        person={get.giver.display_name}
        rates="seller"
        itemTitle={get.item.title}
        trade
      />
      <OrderRatingsPanel
        deal={give.order_id}
        person={give.receiver.display_name}
        rates="buyer"
        itemTitle={give.item.title}
        trade
      />
    </>
  );
}
