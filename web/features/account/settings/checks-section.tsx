import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { ChecksReply } from "#contract/account/phone";
import type { Check } from "#domain/account/checks";
import { api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { CHECK_LABELS } from "../../../lib/check-labels.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { PhoneDialog } from "./phone-dialog.tsx";

const CHECKS_KEY = ["own-checks"];
const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

/** Settings section: what others see as checked, and the confirmation of a phone number (D70). */
export function ChecksSection() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const own = useQuery({
    queryKey: CHECKS_KEY,
    queryFn: ({ signal }) => unwrap(api.api.account.checks.$get({}, { init: { signal } })),
  });
  const store = (reply: ChecksReply) => {
    client.setQueryData(CHECKS_KEY, reply);
    // The own store page shows the badges too.
    void client.invalidateQueries({ queryKey: ["sellers"] });
  };
  const remove = useMutation({
    mutationFn: () => unwrap(api.api.account.phone.$delete()),
    onSuccess: (reply) => {
      store(reply);
      toast({ title: "Phone number removed" });
    },
  });

  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section
        id="checks"
        title="Confirmed details"
        description="Others see what we've checked. They never see your email address or your number."
      >
        {own.isPending ? <Skeleton className="h-28" /> : null}
        {own.isError && !own.data ? <ErrorState title="This didn't load" query={own} /> : null}
        {own.data ? (
          <ul className="grid gap-5">
            <Row check="email" name="Email" checks={own.data.checks}>
              {own.data.checks.includes("email") ? null : "Open the link in the email we sent you."}
            </Row>
            {own.data.phone_offered || own.data.phone !== null ? (
              <Row check="phone" name="Phone" checks={own.data.checks}>
                {own.data.phone === null ? (
                  <span className="block">We text you a code. It takes a minute.</span>
                ) : (
                  <span className="block">{own.data.phone}</span>
                )}
                <span className="mt-2 flex flex-wrap gap-2.5">
                  {own.data.phone_offered ? (
                    <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
                      {own.data.phone === null ? "Confirm a number" : "Change number"}
                    </Button>
                  ) : null}
                  {own.data.phone === null ? null : (
                    <Button size="sm" variant="quiet" loading={remove.isPending} onClick={() => remove.mutate()}>
                      Remove number
                    </Button>
                  )}
                </span>
              </Row>
            ) : null}
            <Row check="payouts" name="Payout account" checks={own.data.checks}>
              {own.data.checks.includes("payouts") ? null : (
                <>
                  Set one up in the{" "}
                  <Link to="/Connect" className={linkClass}>
                    Seller Hub
                  </Link>{" "}
                  to sell by card. Stripe checks who you are.
                </>
              )}
            </Row>
          </ul>
        ) : null}
        {remove.isError ? (
          <Notice kind="error" className="mt-4">
            {errorMessage(remove.error)}
          </Notice>
        ) : null}
      </Section>
      {own.data ? (
        <PhoneDialog open={asking} onClose={() => setAsking(false)} pending={own.data.pending} onReply={store} />
      ) : null}
    </div>
  );
}

interface RowProps {
  check: Check;
  name: string;
  checks: readonly Check[];
  children: ReactNode;
}

function Row({ check, name, checks, children }: RowProps) {
  const passed = checks.includes(check);
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{name}</span>
        <Badge tone={passed ? "brand" : "wattleSoft"}>{passed ? CHECK_LABELS[check] : "Not confirmed"}</Badge>
      </p>
      {children ? <div className="mt-1 text-muted">{children}</div> : null}
    </li>
  );
}
