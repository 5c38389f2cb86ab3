import { Ban, Clock, LogOut, Mail } from "lucide-react";
import { useEffect } from "react";
import { MESSAGES } from "#contract/messages";
import { pageTitle } from "../lib/document-title.ts";
import { useRefreshSession, useSession } from "../lib/session.ts";
import { useNow } from "../lib/use-now.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Panel } from "../ui/layout.tsx";
import { useLogOut } from "./account-menu.tsx";

const MINUTE = 60_000;

function hoursAndMinutes(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE));
  const hours = Math.floor(minutes / 60);
  const hourText = hours === 1 ? "1 hour" : `${hours} hours`;
  const minuteText = minutes % 60 === 1 ? "1 minute" : `${minutes % 60} minutes`;
  if (hours === 0) return minuteText;
  return minutes % 60 === 0 ? hourText : `${hourText} and ${minuteText}`;
}

/** Time to the end of the suspension; at the end the server is asked to lift it (§4). */
function SuspensionTime({ until }: { until: number | null }) {
  const now = useNow();
  const refresh = useRefreshSession();
  const over = until !== null && now >= until;
  useEffect(() => {
    if (over) void refresh();
  }, [over, refresh]);
  if (until === null) return <p>It stays in place until we have looked at your account.</p>;
  if (over) return <p>Your suspension has ended. Please refresh the page to carry on.</p>;
  return (
    <p>
      Time remaining: <strong>{hoursAndMinutes(until - now)}</strong>
    </p>
  );
}

/** Stands in place of the whole app for suspended and banned people (§2), with reason, appeal and the way out (D34). */
export default function StandingNotice() {
  const { profile, supportEmail } = useSession();
  const logOut = useLogOut();
  const banned = profile?.is_banned ?? false;
  const title = banned ? "Account banned" : "Account suspended";
  const reason = banned
    ? (profile?.ban_reason ?? MESSAGES.defaultBanReason)
    : "You accepted an offer but did not complete the payment in time.";
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);

  const Icon = banned ? Ban : Clock;
  return (
    <main className="flex min-h-dvh items-center justify-center bg-surface px-4 py-10">
      <div className="w-full max-w-lg rounded-2xl bg-page p-6 text-center shadow-float sm:p-10">
        <span className="mx-auto mb-5 flex size-16 items-center justify-center rounded-full bg-hot-soft text-hot-ink">
          <Icon className="size-8" aria-hidden="true" />
        </span>
        <h1 className="text-2xl font-extrabold">{title}</h1>
        <p className="mt-3">{reason}</p>
        {banned ? (
          <p className="mt-3 text-muted">You can no longer buy or sell on Goodstreet.</p>
        ) : (
          <Panel className="mt-5">
            <SuspensionTime until={profile?.suspension_end_date ?? null} />
          </Panel>
        )}
        {profile?.incomplete_transaction_count ? (
          <p className="mt-4 text-sm text-muted">
            Unfinished purchases on record: {profile.incomplete_transaction_count}
          </p>
        ) : null}
        <div className="mt-7 flex flex-col-reverse justify-center gap-2.5 sm:flex-row">
          <Button variant="secondary" icon={<LogOut className="size-4.5" aria-hidden="true" />} onClick={logOut}>
            Log Out
          </Button>
          {supportEmail ? (
            <LinkButton
              to={`mailto:${supportEmail}?subject=${encodeURIComponent(`Appeal: ${profile?.id ?? ""}`)}`}
              icon={<Mail className="size-4.5" aria-hidden="true" />}
            >
              Appeal
            </LinkButton>
          ) : null}
        </div>
        {supportEmail ? (
          <p className="mt-5 text-sm text-muted">
            Think this is a mistake? Write to <span className="font-semibold text-ink">{supportEmail}</span>.
          </p>
        ) : null}
      </div>
    </main>
  );
}
