import { ShieldAlert } from "lucide-react";
import { formatDateTime } from "../../lib/format.ts";
import { LinkButton } from "../../ui/button.tsx";
import { SupportButton } from "../community/index.ts";

/** Banner of a restricted account. View Confirmations links to MyItems, which lists the payments to confirm. */
export default function RestrictedNotice({ reason, since }: { reason: string | null; since: number | null }) {
  return (
    <section data-status-banner aria-label="Account restricted" className="bg-hot-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 sm:px-6">
        <ShieldAlert className="mt-0.5 size-5 shrink-0 self-start text-hot-ink" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-bold">Your account is restricted</p>
          <p>{reason ?? "You haven't confirmed a buyer's payment. Confirm it to lift the restriction."}</p>
          {since === null ? null : <p className="text-sm">Restricted since {formatDateTime(since)}</p>}
        </div>
        <div className="flex flex-wrap gap-2.5">
          <LinkButton to="/MyItems" size="sm">
            View Confirmations
          </LinkButton>
          <SupportButton size="sm" />
        </div>
      </div>
    </section>
  );
}
