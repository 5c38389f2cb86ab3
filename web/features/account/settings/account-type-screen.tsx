import { useMutation } from "@tanstack/react-query";
import { Check, Store, UserRound, UsersRound } from "lucide-react";
import { type ComponentType, useState } from "react";
import type { AccountType } from "#contract/account/profiles";
import { feeSentence } from "#domain/payments/platform-fee";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { chooseAccountType } from "./account-calls.ts";
import { ACCOUNT_TYPES } from "./account-types.ts";
import { useStoreProfile } from "./own-profile.ts";

const KINDS: readonly { type: AccountType; Icon: ComponentType<{ className?: string }>; to: string; action: string }[] =
  [
    { type: "individual", Icon: UserRound, to: "/SignIn", action: "Create an account" },
    { type: "seller", Icon: UsersRound, to: "/Onboarding", action: "Become a seller" },
    { type: "business", Icon: Store, to: "/BusinessSignup", action: "Sell as a business" },
  ];

/**
 * /AccountTypeSelection, "Become a Seller": explains and chooses the account type. Public, so that visitors can read
 * it.
 */
export default function AccountTypeScreen() {
  const { ready, profile, platformFee } = useSession();
  const current = profile?.account_type ?? null;
  const [leaving, setLeaving] = useState(false);
  const adopt = useStoreProfile();
  const leave = useMutation({
    mutationFn: () => chooseAccountType("individual"),
    onSuccess: (saved) => {
      adopt(saved);
      setLeaving(false);
      toast({ title: "You're back on an individual account" });
    },
    onError: toastError(),
  });

  return (
    <PageBody>
      <PageHeader
        title="Become a seller"
        description={`Listing is free on every account.${feeSentence(platformFee)} Choose the one that suits you. You can change it any time.`}
      />
      <ul className="grid gap-5 lg:grid-cols-3">
        {KINDS.map(({ type, Icon, to, action }) => {
          const { title, about, points } = ACCOUNT_TYPES[type];
          const mine = current === type;
          return (
            <li key={type} className={`flex flex-col rounded-2xl p-6 ${mine ? "bg-brand-soft" : "bg-surface"}`}>
              <div className="flex items-center justify-between gap-3">
                <span className="flex size-12 items-center justify-center rounded-md bg-page text-brand-ink">
                  <Icon className="size-6" />
                </span>
                {mine ? <Badge tone="ink">Your account</Badge> : null}
              </div>
              <h2 className="mt-4 text-xl font-bold">{title}</h2>
              <p className="mt-1 text-muted">{about}</p>
              <ul className="mt-4 mb-6 grid gap-2">
                {points.map((point) => (
                  <li key={point} className="flex items-start gap-2.5">
                    <Check className="mt-0.5 size-4.5 shrink-0 text-brand-ink" />
                    {point}
                  </li>
                ))}
              </ul>
              <div className="mt-auto">
                {!ready ? null : mine ? (
                  type === "individual" ? (
                    <LinkButton to="/AddItem" variant="secondary" block>
                      List an item
                    </LinkButton>
                  ) : (
                    <LinkButton to="/Connect" variant="secondary" block>
                      Open the Seller Hub
                    </LinkButton>
                  )
                ) : type === "individual" && current !== null ? (
                  <Button variant="secondary" block onClick={() => setLeaving(true)}>
                    Go back to individual
                  </Button>
                ) : (
                  <LinkButton to={to} variant={type === "seller" ? "primary" : "soft"} block>
                    {action}
                  </LinkButton>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => leave.mutate()}
        loading={leave.isPending}
        title="Go back to an individual account?"
        description="You keep your listings, orders, ad credit and store page. Your balance won't show in the top bar, and your business details will be hidden. You can become a seller again any time."
        confirmLabel="Go back"
      />
    </PageBody>
  );
}
