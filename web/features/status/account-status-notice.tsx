import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Clock, LogOut, Package, Scale } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { MESSAGES } from "#contract/copy";
import type { StrikeView } from "#contract/status";
import { MINUTE_MS } from "#domain/deadlines";
import { api, unwrap } from "../../lib/api-client.ts";
import { pageTitle } from "../../lib/document-title.ts";
import { useRefreshSession, useSession } from "../../lib/session.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout.tsx";
import { StrikeList } from "../../ui/strike-list.tsx";
import { useLogOut } from "../account/index.ts";
import { SupportButton } from "../community/index.ts";
import { AccountStatusFrame, isOpenPage } from "./account-status-frame.tsx";
import { AppealForm, AppealStatus } from "./appeal-form.tsx";

const ACCOUNT_STATUS_KEY = ["standing"];

function hoursAndMinutes(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const hourText = hours === 1 ? "1 hour" : `${hours} hours`;
  const rest = minutes % 60;
  const minuteText = rest === 1 ? "1 minute" : `${rest} minutes`;
  if (hours === 0) return minuteText;
  return rest === 0 ? hourText : `${hourText} and ${minuteText}`;
}

/** Countdown of the suspension; when it ends, reloads the session, and the server lifts the suspension. */
function SuspensionTime({ until }: { until: number | null }) {
  const now = useNow();
  const refresh = useRefreshSession();
  const over = until !== null && now >= until;
  useEffect(() => {
    if (over) void refresh();
  }, [over, refresh]);
  if (until === null) return <p>Your suspension stays in place until we've reviewed your account.</p>;
  if (over) return <p>Your suspension has ended. Please refresh the page to continue.</p>;
  return (
    <p>
      Time remaining: <strong>{hoursAndMinutes(until - now)}</strong>
    </p>
  );
}

/** Replaces the app for suspended and banned users: the notice, or the page if it is one for their open orders. */
export default function AccountStatusNotice({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const banned = useSession().profile?.is_banned ?? false;
  return isOpenPage(pathname) ? <AccountStatusFrame banned={banned}>{children}</AccountStatusFrame> : <FullNotice />;
}

/** Reason, remaining time, evidence, appeal, what is still possible, and sign-out (D34). */
function FullNotice() {
  const { profile, supportEmail } = useSession();
  const logOut = useLogOut();
  const client = useQueryClient();
  const [writingAppeal, setWritingAppeal] = useState(false);
  // The notice does not wait for this query; evidence and appeal appear when it succeeds.
  const { data } = useQuery({
    queryKey: ACCOUNT_STATUS_KEY,
    queryFn: () => unwrap(api.api.standing.$get()),
    staleTime: MINUTE_MS,
  });
  const banned = profile?.is_banned ?? false;
  const title = banned ? "Account banned" : "Account suspended";
  // Only the server knows the reason for a suspension: staff may suspend for other reasons than missed payments.
  const reason = banned ? (profile?.ban_reason ?? MESSAGES.defaultBanReason) : data?.reason;
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);

  const Icon = banned ? Ban : Clock;
  return (
    <main className="flex min-h-dvh items-center justify-center bg-surface px-4 py-10">
      <div className="w-full max-w-lg rounded-2xl bg-raised p-6 text-center shadow-float sm:p-10">
        <span className="mx-auto mb-5 flex size-16 items-center justify-center rounded-full bg-hot-soft text-hot-ink">
          <Icon className="size-8" />
        </span>
        <h1 className="text-2xl font-extrabold">{title}</h1>
        {reason ? <p className="mt-3 wrap-anywhere">{reason}</p> : null}
        {banned ? (
          <p className="mt-3 text-muted">You can no longer buy or sell on Goodstreet.</p>
        ) : (
          <Panel className="mt-5">
            <SuspensionTime until={profile?.suspension_end_date ?? null} />
          </Panel>
        )}
        <AccountStatusEvidence strikes={data?.strikes ?? []} />
        {data?.appeal ? <AppealStatus appeal={data.appeal} /> : null}
        {writingAppeal ? (
          <AppealForm
            onCancel={() => setWritingAppeal(false)}
            onSent={() => {
              setWritingAppeal(false);
              void client.invalidateQueries({ queryKey: ACCOUNT_STATUS_KEY });
            }}
          />
        ) : (
          <div className="mt-7 flex flex-col-reverse justify-center gap-2.5 sm:flex-row">
            <Button variant="secondary" icon={<LogOut className="size-4.5" />} onClick={logOut}>
              Log Out
            </Button>
            {data?.may_appeal ? (
              <Button icon={<Scale className="size-4.5" />} onClick={() => setWritingAppeal(true)}>
                Appeal
              </Button>
            ) : null}
          </div>
        )}
        <div className="mt-7 border-t border-line pt-5 text-sm">
          <p className="text-muted">You can still pay for, confirm and pick up your existing orders.</p>
          <div className="mt-3 flex flex-wrap justify-center gap-2.5">
            <LinkButton to="/MyOrders" variant="quiet" size="sm" icon={<Package className="size-4" />}>
              My Orders
            </LinkButton>
            <LinkButton to="/HowWeDecide" variant="quiet" size="sm" icon={<Scale className="size-4" />}>
              How we decide
            </LinkButton>
            <SupportButton variant="quiet" size="sm" />
            {/* Without the form, Log Out is next to Appeal. */}
            {writingAppeal ? (
              <Button variant="quiet" size="sm" icon={<LogOut className="size-4" />} onClick={logOut}>
                Log Out
              </Button>
            ) : null}
          </div>
          {supportEmail ? (
            <p className="mt-3 text-muted">
              Or email{" "}
              <a href={`mailto:${supportEmail}`} className="font-semibold text-ink underline">
                {supportEmail}
              </a>
              .
            </p>
          ) : null}
        </div>
      </div>
    </main>
  );
}

/** The orders that led to a suspension or a ban (D34). */
function AccountStatusEvidence({ strikes }: { strikes: readonly StrikeView[] }) {
  if (strikes.length === 0) return null;
  return (
    <section aria-labelledby="standing-evidence" className="mt-6 text-left">
      <h2 id="standing-evidence" className="mb-2 font-bold">
        Missed payments
      </h2>
      <StrikeList strikes={strikes} />
    </section>
  );
}
