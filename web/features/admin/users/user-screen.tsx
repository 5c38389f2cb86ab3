import { Package } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { UserDetail, UserOrder } from "#contract/admin/users";
import { formatAge, formatDate, formatDateTime, formatDollars, formatPrice } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Facts, PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { averageText } from "../../../ui/rating.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { StrikeList } from "../../../ui/strike-list.tsx";
import { AdminList } from "../admin-list.tsx";
import { PayoutHolds } from "../payout-holds/payout-holds.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { useUser, useUserOrders } from "./api.ts";
import { AppealCard } from "./appeals.tsx";
import {
  ACCOUNT_STATUS_LABELS,
  ACTIONS,
  type ActionName,
  orderStatusLabel,
  ROLE_LABELS,
  TYPE_LABELS,
} from "./user-labels.ts";

/** Formats "2 devices, last active 5 minutes ago". */
const sessionsText = (devices: number, lastSeen: string | null) =>
  `${devices} ${devices === 1 ? "device" : "devices"}${lastSeen === null ? "" : `, last active ${lastSeen}`}`;

const BACK = { to: "/Users", label: "Users" };

/** /Users/:id, for staff: one user, the history of the account status, and the possible actions. */
export default function UserScreen() {
  const id = useLocation().pathname.split("/")[2] ?? "";
  const person = useUser(id);
  if (person.isPending) {
    return (
      <PageBody>
        <Loading className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-52" />
          <Skeleton className="h-52" />
        </Loading>
      </PageBody>
    );
  }
  if (!person.data) {
    return (
      <PageBody>
        <PageHeader title="User" back={BACK} />
        <ErrorState title="This user didn't load" query={person} />
      </PageBody>
    );
  }
  return <Person key={id} person={person.data} />;
}

function Person({ person }: { person: UserDetail }) {
  const accountStatus = ACCOUNT_STATUS_LABELS[person.standing];
  return (
    <PageBody>
      <PageHeader
        title={person.full_name || person.email}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere">{person.email}</span>
            <Badge tone={accountStatus.tone}>{accountStatus.label}</Badge>
            {person.role === "user" ? null : <Badge tone="ink">{ROLE_LABELS[person.role]}</Badge>}
          </span>
        }
        back={BACK}
        actions={
          <>
            <LinkButton to={`/Store/${person.id}`} variant="secondary">
              Public page
            </LinkButton>
            <LinkButton to={`/AuditLog?subject=${person.id}`} variant="secondary">
              Audit log
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <Section title="Account status">
            <AccountStatusText person={person} />
            <Actions person={person} />
          </Section>
          <Section title="Details">
            <Facts items={factsOf(person)} />
          </Section>
        </div>
        <div className="max-lg:mt-9">
          <Section title="Payouts of card sales">
            <PayoutHolds sellerId={person.id} />
          </Section>
          <Section title="Missed payments" description="A second within 12 months leads to a ban.">
            <StrikeList strikes={person.strikes} />
          </Section>
          <Section title="Appeals">
            {person.appeals.length === 0 ? (
              <p className="text-muted">No appeals.</p>
            ) : (
              <ul className="divide-y divide-line">
                {person.appeals.map((appeal) => (
                  <li key={appeal.id} className="py-4 first:pt-0">
                    <AppealCard appeal={appeal} strikes={person.strikes} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
      </div>
      <Section title="Orders" description="Bought and sold, newest first.">
        <Orders id={person.id} />
      </Section>
    </PageBody>
  );
}

function AccountStatusText({ person }: { person: UserDetail }) {
  switch (person.standing) {
    case "good":
      return <p className="text-muted">This account can buy and sell.</p>;
    case "suspended":
      return (
        <Notice kind="warning" title="Suspended">
          {person.reason === null ? null : (
            <p dir="auto" className="wrap-anywhere">
              {person.reason}
            </p>
          )}
          <p>{person.until === null ? "Until staff lift it." : `Until ${formatDateTime(person.until)}.`}</p>
        </Notice>
      );
    case "banned":
      return (
        <Notice kind="warning" title="Banned">
          <p className="wrap-anywhere">{person.reason ?? "No reason given."}</p>
        </Notice>
      );
    case "restricted":
      return (
        <Notice kind="warning" title="Restricted">
          <p className="wrap-anywhere">{person.reason ?? "No reason given."}</p>
          {person.restricted_since === null ? null : <p>Since {formatDateTime(person.restricted_since)}.</p>}
        </Notice>
      );
  }
}

const LIFTS: ReadonlySet<ActionName> = new Set(["lift_suspension", "lift_ban", "lift_restriction", "keep_account"]);

function Actions({ person }: { person: UserDetail }) {
  const [action, setAction] = useState<ActionName | null>(null);
  const { may: permissions } = person;
  // Labels such as Suspend, Lift ban, Change role, View as this user are in user-labels.ts.
  const names: ActionName[] = [
    ...permissions.actions,
    ...(permissions.view_as ? (["view"] as const) : []),
    ...(permissions.own_data
      ? (["data_export", person.deletion_due_at === null ? "account_deletion" : "keep_account"] as const)
      : []),
    ...(permissions.own_data && person.second_factor ? (["second_factor"] as const) : []),
    ...(permissions.first_factor && !person.second_factor ? (["first_factor"] as const) : []),
    ...(permissions.sign_out ? (["sign_out"] as const) : []),
    ...(permissions.roles.length > 0 ? (["role"] as const) : []),
  ];
  if (names.length === 0) {
    return <p className="mt-3 text-muted">You can't change your own account or another staff member's.</p>;
  }
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {names.map((name) => (
          <Button
            key={name}
            size="sm"
            variant={LIFTS.has(name) ? "primary" : "secondary"}
            onClick={() => setAction(name)}
          >
            {ACTIONS[name].label}
          </Button>
        ))}
      </div>
      <ActionDialog person={person} action={action} onClose={() => setAction(null)} />
    </>
  );
}

function factsOf(person: UserDetail) {
  const region = [person.state_region, person.postcode].filter(Boolean).join(" ");
  const town = [person.suburb, person.city].filter(Boolean).join(", ");
  const place = [town, region].filter(Boolean).join(" ");
  return [
    { name: "ID", value: <span className="text-sm wrap-anywhere">{person.id}</span> },
    { name: "Account", value: TYPE_LABELS[person.account_type] },
    { name: "Email", value: person.checks.includes("email") ? "Confirmed" : "Not confirmed" },
    { name: "Phone", value: person.checks.includes("phone") ? "Confirmed" : "Not confirmed" },
    { name: "Payout account", value: person.checks.includes("payouts") ? "Checked by Stripe" : "None checked" },
    { name: "Location", value: place || person.country },
    { name: "Joined", value: formatDate(person.created_at) },
    ...(person.deletion_due_at === null
      ? []
      : [{ name: "To be deleted", value: formatDateTime(person.deletion_due_at) }]),
    {
      name: "Signed in",
      value:
        person.sessions === 0
          ? "Not signed in"
          : sessionsText(
              person.sessions,
              person.last_seen_at === null ? null : formatAge(person.last_seen_at, person.server_now),
            ),
    },
    { name: "Bought", value: person.bought },
    { name: "Sold", value: person.sold },
    { name: "Listed now", value: person.listed_count },
    {
      name: "Rating",
      value:
        person.average_rating === null ? "None yet" : `${averageText(person.average_rating)} (${person.rating_count})`,
    },
    { name: "Ad credit", value: formatDollars(person.seller_balance) },
    { name: "Open disputes", value: person.open_disputes },
    {
      name: "Open reports",
      value:
        person.open_reports === 0 ? (
          0
        ) : (
          <Link to="/Moderation?queue=reports" className="underline underline-offset-4">
            {person.open_reports}
          </Link>
        ),
    },
  ];
}

function Orders({ id }: { id: string }) {
  return (
    <AdminList
      list={useUserOrders(id)}
      what="orders"
      empty={
        <EmptyState
          icon={<Package className="size-7" />}
          title="No orders"
          description="They haven't bought or sold anything yet."
        />
      }
    >
      {(rows) => (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((order) => (
            <OrderItem key={`${order.role}-${order.id}`} order={order} />
          ))}
        </ul>
      )}
    </AdminList>
  );
}

function OrderItem({ order }: { order: UserOrder }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 py-3 sm:grid-cols-[auto_minmax(0,1.6fr)_minmax(0,1fr)_auto]">
      <PhotoImg photo={null} url={order.item.image_url} alt="" className="size-14 rounded-md object-cover" />
      <span className="min-w-0">
        <Link dir="auto" to={`/ItemDetail/${order.item.id}`} className="font-semibold wrap-anywhere hover:underline">
          {order.item.title}
        </Link>
        <span className="block text-sm text-muted">
          {order.role === "buyer" ? "Bought from" : "Sold to"}{" "}
          <Link to={`/Users/${order.counterparty.id}`} className="underline underline-offset-4">
            {order.counterparty.full_name || "No name"}
          </Link>
        </span>
      </span>
      <span className="col-start-2 text-sm sm:col-start-auto">
        <span className="block font-medium">{orderStatusLabel(order)}</span>
        <span className="block text-muted">{formatDateTime(order.created_at)}</span>
      </span>
      <span className="col-start-2 font-semibold tabular-nums sm:col-start-auto sm:w-24 sm:text-right">
        {formatPrice(order.amount)}
      </span>
    </li>
  );
}
