import { useSearchParams } from "react-router-dom";
import AdminPaymentsScreen from "../features/admin/payment-queue/payments-screen.tsx";
import ConfirmationsScreen from "../features/orders/confirmations/confirmations-screen.tsx";
import { useSession } from "../lib/session.ts";

/** /PaymentConfirmations: a seller's own confirmations; for staff the queue of all of them. */
export default function ConfirmationsPage() {
  const { isAdmin } = useSession();
  const [query] = useSearchParams();
  const own = !isAdmin || query.get("own") === "1";
  return own ? <ConfirmationsScreen /> : <AdminPaymentsScreen ownPath="/PaymentConfirmations?own=1" />;
}
