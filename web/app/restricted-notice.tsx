import { ShieldAlert } from "lucide-react";
import { formatDateTime } from "../lib/format.ts";
import { LinkButton } from "../ui/button.tsx";
import { SupportButton } from "../ui/support-button.tsx";
import * as words from "./standing-words.ts";

/** Banner of a restricted account. View Confirmations links to MyItems, which lists the payments to confirm. */
export default function RestrictedNotice({ reason, since }: { reason: string | null; since: number | null }) {
  return (
    <section data-status-banner aria-label={words.accountRestricted} className="bg-hot-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 sm:px-6">
        <ShieldAlert className="mt-0.5 size-5 shrink-0 self-start text-hot-ink" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-bold">{words.yourAccountIsRestricted}</p>
          <p>{reason ?? words.buyersPaymentIsWaiting}</p>
          {since === null ? null : <p className="text-sm">{words.restrictedSince(formatDateTime(since))}</p>}
        </div>
        <div className="flex flex-wrap gap-2.5">
          <LinkButton to="/MyItems" size="sm">
            {words.viewConfirmations}
          </LinkButton>
          <SupportButton size="sm" />
        </div>
      </div>
    </section>
  );
}
