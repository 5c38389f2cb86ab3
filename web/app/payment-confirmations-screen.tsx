import { useSearchParams } from "react-router-dom";
import { PaymentQueueScreen } from "../features/admin/index.ts";
import ConfirmationsScreen from "../features/orders/confirmations/confirmations-screen.tsx";
import { useSession } from "../lib/session.ts";

/** /PaymentConfirmations: a seller's own confirmations; for staff the queue of all of them. */
export default function PaymentConfirmationsScreen() {
  const { isAdmin, staffStep } = useSession();
  const [query] = useSearchParams();
  return !isAdmin || staffStep || query.get("own") === "1" ? <ConfirmationsScreen /> : <PaymentQueueScreen />;
}
