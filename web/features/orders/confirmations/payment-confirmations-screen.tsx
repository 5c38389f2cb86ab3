import { useSearchParams } from "react-router-dom";
import { useSession } from "../../../lib/session.ts";
import { PaymentQueueScreen } from "../../admin/index.ts";
import ConfirmationsScreen from "./confirmations-screen.tsx";

/** /PaymentConfirmations: a seller's own confirmations; for staff the queue of all of them. */
export default function PaymentConfirmationsScreen() {
  const { isAdmin, staffStep } = useSession();
  const [query] = useSearchParams();
  return !isAdmin || staffStep || query.get("own") === "1" ? <ConfirmationsScreen /> : <PaymentQueueScreen />;
}
