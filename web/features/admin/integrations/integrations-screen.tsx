import { useMutation, useQuery } from "@tanstack/react-query";
import { Bell, CircleDollarSign, CreditCard, KeyRound, Mail, MessageSquareText, PlugZap } from "lucide-react";
import type { ReactNode } from "react";
import type { IntegrationName, IntegrationState, IntegrationView } from "#contract/site/integrations";
import { api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { formatTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const ICON = "size-6";
const TITLES: Record<IntegrationName, { title: string; icon: ReactNode }> = {
  stripe: { title: "Stripe: card payments", icon: <CreditCard className={ICON} /> },
  google: { title: "Google: sign-in", icon: <KeyRound className={ICON} /> },
  mail: { title: "Email", icon: <Mail className={ICON} /> },
  sms: { title: "Text messages", icon: <MessageSquareText className={ICON} /> },
  prices: { title: "Crypto prices", icon: <CircleDollarSign className={ICON} /> },
  push: { title: "Push notifications", icon: <Bell className={ICON} /> },
};

const STATES: Record<IntegrationState, { label: string; tone: "brand" | "neutral" | "wattleSoft" | "hotSoft" }> = {
  on: { label: "On", tone: "brand" },
  local: { label: "Built in", tone: "wattleSoft" },
  incomplete: { label: "Incomplete", tone: "hotSoft" },
  off: { label: "Off", tone: "neutral" },
};

function Settings({ settings }: Pick<IntegrationView, "settings">) {
  if (settings.length === 0) return null;
  return (
    <dl className="mt-3 grid gap-1.5 text-sm">
      {settings.map(({ name, secret, set, value }) => (
        <div key={name} className="sm:flex sm:gap-4">
          <dt className="shrink-0 text-muted sm:w-52">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {set ? secret ? "Set (secret)" : value : <span className="text-muted">Not set</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Integration({ integration }: { integration: IntegrationView }) {
  const { name, state, detail, settings } = integration;
  const { title, icon } = TITLES[name];
  const check = useMutation({
    mutationFn: () => unwrap(api.api.admin.integrations[":integration"].check.$post({ param: { integration: name } })),
  });
  return (
    <li className="py-6 first:pt-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 sm:flex-nowrap">
        <span
          className="flex size-12 shrink-0 items-center justify-center rounded-full bg-surface text-brand-ink"
          aria-hidden="true"
        >
          {icon}
        </span>
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-lg font-bold">{title}</h2>
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </div>
          <p className="mt-0.5 text-muted">{detail}</p>
          <Settings settings={settings} />
        </div>
        <Button
          variant="secondary"
          size="sm"
          icon={<PlugZap className="size-4" />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          Check now
          <span className="sr-only"> {title}</span>
        </Button>
      </div>
      <div aria-live="polite" className="mt-3 empty:hidden sm:ml-16">
        {check.data && !check.isPending ? (
          <Notice
            kind={check.data.ok ? "success" : "error"}
            title={check.data.ok ? "It's working" : "It isn't working"}
          >
            <p>
              {check.data.message} {formatTime(check.data.checked_at)}, {check.data.ms} ms.
            </p>
          </Notice>
        ) : check.isError ? (
          <Notice kind="error" title="We couldn't check it">
            <p>{errorMessage(check.error)}</p>
          </Notice>
        ) : null}
      </div>
    </li>
  );
}

/** /integrations, for admins: the external services, how each is configured, and whether it answers now. */
export default function IntegrationsScreen() {
  const list = useQuery({
    queryKey: ["admin", "integrations"],
    queryFn: () => unwrap(api.api.admin.integrations.$get()),
  });
  return (
    <PageBody width="form">
      <PageHeader
        title="Integrations"
        description="External services, how they're set up, and whether they're working. Change settings and secrets where Goodstreet is deployed."
      />
      {list.data ? (
        <ul className="divide-y divide-line">
          {list.data.integrations.map((integration) => (
            <Integration key={integration.name} integration={integration} />
          ))}
        </ul>
      ) : (
        <QueryState query={list} title="The integrations didn't load" className="grid gap-3">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </QueryState>
      )}
    </PageBody>
  );
}
