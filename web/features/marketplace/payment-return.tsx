import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { fetchIntent } from "../payments/index.ts";

const POLL_MS = 3_000;
const POLLS = 20;

/** Whether the server confirms that this payment bought something. The URL alone proves nothing (D18). */
function useVerified(sessionId: string | null): boolean {
  const { signedIn } = useSession();
  const { data } = useQuery({
    queryKey: ["payments", "return", sessionId],
    queryFn: ({ signal }) => fetchIntent(sessionId ?? "", signal),
    enabled: sessionId !== null && signedIn,
    retry: false,
    // The provider may confirm the payment seconds after the buyer returns. An unknown payment is not polled.
    refetchInterval: ({ state }) =>
      state.data && !state.data.credited && state.dataUpdateCount < POLLS ? POLL_MS : false,
    // The buyer only watches.
    refetchIntervalInBackground: true,
  });
  return data?.credited === true && data.kind !== "topup";
}

/** Shown when the buyer returns from the card provider. */
export default function PaymentReturn({ outcome }: { outcome: string }) {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const [shown, setShown] = useState(true);
  const [sessionId] = useState(() => (outcome === "success" ? params.get("session_id") : null));
  const verified = useVerified(sessionId);

  useEffect(() => {
    setParams(
      (params) => {
        params.delete("payment");
        params.delete("session_id");
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [setParams]);

  useEffect(() => {
    // The bought items are no longer for sale; reload them on return and again when the payment is confirmed.
    if (outcome === "success" || verified) void client.invalidateQueries({ queryKey: ["items"] });
  }, [outcome, client, verified]);

  if (!shown) return null;
  return (
    <div role="alert" className="relative mb-4">
      {outcome === "cancelled" ? (
        <Notice kind="warning" className="*:pr-14">
          Payment was cancelled. You can try again anytime.
        </Notice>
      ) : verified ? (
        <Notice kind="success" className="*:pr-14">
          Payment successful! The seller will contact you soon.
        </Notice>
      ) : (
        <Notice kind="info" title="We're confirming your payment" className="*:pr-14">
          Once it's confirmed, your order will show up in{" "}
          <Link to="/MyOrders" className="font-semibold underline underline-offset-4">
            My Orders
          </Link>
          .
        </Notice>
      )}
      <IconButton label="Close" size="sm" className="absolute! top-2 right-2" onClick={() => setShown(false)}>
        <X className="size-5" />
      </IconButton>
    </div>
  );
}
