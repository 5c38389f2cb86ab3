import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import * as words from "./return-words.ts";

/**
 * Coming back from the card provider (§2). The address proves nothing, anybody can type it: until the service itself
 * knows of the payment, all there is to say is that it is being confirmed (D18).
 */
export default function PaymentReturn({ outcome }: { outcome: string }) {
  const [, setParams] = useSearchParams();
  const client = useQueryClient();
  const [shown, setShown] = useState(true);

  useEffect(() => {
    setParams(
      (params) => {
        params.delete("payment");
        params.delete("session_id");
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
    // What was bought is no longer for sale.
    if (outcome === "success") void client.invalidateQueries({ queryKey: ["items"] });
  }, [outcome, setParams, client]);

  if (!shown) return null;
  return (
    <div role="alert" className="relative mb-4">
      {outcome === "cancelled" ? (
        <Notice kind="warning" className="*:pr-14">
          {words.paymentWasCancelled}
        </Notice>
      ) : (
        <Notice kind="info" title={words.weAreConfirmingYourPayment} className="*:pr-14">
          {words.onceItIsConfirmedOrder.before}
          <Link to="/MyOrders" className="font-semibold underline underline-offset-4">
            {words.onceItIsConfirmedOrder.link}
          </Link>
          .
        </Notice>
      )}
      <IconButton label={words.close} size="sm" className="absolute! top-2 right-2" onClick={() => setShown(false)}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
