import { useState } from "react";
import { methodsWithoutDetails } from "#domain/payments/getting-paid";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";

export const GettingPaidDialog = lazyDialog(() => import("./getting-paid-dialog.tsx"));

const MISSING = {
  bank_transfer: "Buyers can't pay you by bank transfer until you add your account.",
  crypto: "Buyers can't pay you in crypto until you add a wallet address.",
};

/** Says which ways of being paid a seller accepts and has not set up, with the question that settles it. */
export function GettingPaidNotice({ className = "" }: { className?: string }) {
  const { profile } = useSession();
  const [open, setOpen] = useState(false);
  const [times, setTimes] = useState(0);
  const missing = profile ? methodsWithoutDetails(profile) : [];
  return (
    <>
      {missing.length === 0 ? null : (
        <Notice kind="warning" title="Set up how you get paid" className={className}>
          {missing.map((method) => (
            <p key={method}>{MISSING[method]}</p>
          ))}
          <Button
            size="sm"
            variant="secondary"
            className="mt-3"
            onPointerEnter={GettingPaidDialog.preload}
            onClick={() => {
              setTimes((before) => before + 1);
              setOpen(true);
            }}
          >
            Set up payments
          </Button>
        </Notice>
      )}
      <GettingPaidDialog key={times} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
