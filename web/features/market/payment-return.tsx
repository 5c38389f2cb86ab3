import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";

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
          Payment was cancelled. You can try again anytime.
        </Notice>
      ) : (
        <Notice kind="info" title="We are confirming your payment" className="*:pr-14">
          Once it is confirmed, the order appears under{" "}
          <Link to="/MyOrders" className="font-semibold underline underline-offset-4">
            My Orders
          </Link>
          .
        </Notice>
      )}
      <IconButton label="Close" size="sm" className="absolute! top-2 right-2" onClick={() => setShown(false)}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
