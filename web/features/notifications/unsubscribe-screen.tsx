import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { KIND_COPY } from "#domain/notifications/notification-kinds";
import { isCommercial } from "#domain/notifications/notifications";
import { ApiError, api, errorMessage, unwrap } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";

/**
 * /Unsubscribe?token=: target of the link in emails. Works without a session; nothing changes until the button is
 * pressed.
 */
export default function UnsubscribeScreen() {
  const token = useSearchParams()[0].get("token") ?? "";
  const { signedIn } = useSession();
  const client = useQueryClient();
  const key = ["unsubscribe", token];
  const link = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.api.notifications.unsubscribe.$get({ query: { token } }, { init: { signal } })),
    enabled: token !== "",
  });
  const change = useMutation({
    // Mail clients send no body, so the route does not declare one.
    mutationFn: (choice: { email: boolean; only: boolean }) =>
      unwrap(
        api.api.notifications.unsubscribe.$post(
          { query: { token } },
          { init: { headers: { "Content-Type": "application/json" }, body: JSON.stringify(choice) } },
        ),
      ),
    onSuccess: (view) => client.setQueryData(key, view),
  });
  const unknown = token === "" || (link.error instanceof ApiError && link.error.status === 404);
  if (unknown) {
    return (
      <EmptyState
        page
        icon={<MailX className="size-7" />}
        title="This link doesn't work"
        description="Your email app may have cut it short. You can choose your emails in account settings."
        action={<LinkButton to="/Settings#notifications">Account settings</LinkButton>}
      />
    );
  }
  if (link.isPending) return <PageSkeleton />;
  if (link.isError) return <ErrorState query={link} />;
  const { kind, email } = link.data;
  const own = kind === "daily" ? "daily emails" : `emails about ${KIND_COPY[kind].what}`;
  const only = change.variables?.only ?? !isCommercial(kind);
  const emails = only ? own : "emails with offers and news";
  const named = emails[0]?.toUpperCase() + emails.slice(1);
  return (
    <PageBody width="narrow">
      <PageHeader
        title={email ? `Stop ${emails}?` : `No more ${emails}`}
        description={
          email
            ? "You'll still see all notifications under the bell in Goodstreet."
            : "You'll still see all notifications under the bell in Goodstreet. Changed your mind? Turn them on again here."
        }
      />
      <div role="status">
        {change.isSuccess ? (
          <Notice kind="success" className="mb-5">
            {email ? `${named} are on again.` : `Done. ${named} are off.`}
          </Notice>
        ) : null}
      </div>
      {change.isError ? (
        <Notice kind="error" className="mb-5">
          {errorMessage(change.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant={email ? "primary" : "secondary"}
          loading={change.isPending}
          onClick={() => change.mutate({ email: !email, only })}
        >
          {email ? "Stop these emails" : "Turn on again"}
        </Button>
        {email && !only ? (
          <Button variant="secondary" onClick={() => change.mutate({ email: false, only: true })}>
            Only stop {own}
          </Button>
        ) : null}
        {signedIn ? (
          <LinkButton to="/Settings#notifications" variant="ghost">
            All notification settings
          </LinkButton>
        ) : null}
      </div>
    </PageBody>
  );
}
