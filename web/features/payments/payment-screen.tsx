import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { returnPath } from "#domain/account/return-path";
import { centsToDollars } from "#domain/money";
import { api, unwrap } from "../../lib/api-client.ts";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { useRefreshSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { fetchIntent } from "./card/api.ts";
import { CardPayment } from "./card/card-payment.tsx";
import { CardPaymentView } from "./card/card-payment-view.tsx";
import { type BankReturn, useCardPayment } from "./card/use-card-payment.ts";
import { showNotCredited, tellCredited } from "./top-up-toasts.ts";

/** Query parameter that Stripe appends to the return URL of the bank's page. */
const CLIENT_SECRET = "payment_intent_client_secret";

/**
 * /stripe-checkout with `order`, `purchase` or `topup`: the card payment of an open order, purchase or top-up, and the
 * return page of the bank. Only ids are read from the URL; the server decides what was paid (D18).
 */
export default function PaymentScreen() {
  const [query, setQuery] = useSearchParams();
  const hasSecret = query.has(CLIENT_SECRET);
  useEffect(() => {
    if (!hasSecret) return;
    // Removed, because anyone who gets the URL could read the payment.
    setQuery(
      (before) => {
        before.delete(CLIENT_SECRET);
        return before;
      },
      { replace: true },
    );
  }, [hasSecret, setQuery]);
  const orderId = query.get("order");
  const purchaseId = query.get("purchase");
  const intentId = query.get("intent") ?? query.get("payment_intent");
  const returned = intentId ? { intentId, redirectStatus: query.get("redirect_status") } : undefined;
  useDocumentTitle("Card payment");
  if (orderId) return <OrderPayment key={orderId} orderId={orderId} returned={returned} />;
  if (purchaseId && returned) return <PurchasePayment purchaseId={purchaseId} returned={returned} />;
  if (purchaseId) return <OpenPurchase key={purchaseId} purchaseId={purchaseId} />;
  const cents = Number(query.get("topup"));
  if (returned && Number.isSafeInteger(cents) && cents > 0) {
    return <TopUpReturn cents={cents} from={returnPath(query.get("from"))} returned={returned} />;
  }
  return <NothingToPay />;
}

function NothingToPay() {
  return (
    <PageBody width="form">
      <PageHeader title="Card payment" />
      <EmptyState
        title="Nothing to pay here"
        description="Open the order you want to pay for."
        action={<LinkButton to="/MyOrders">My orders</LinkButton>}
      />
    </PageBody>
  );
}

function OrderPayment({ orderId, returned }: { orderId: string; returned: BankReturn | undefined }) {
  const navigate = useNavigate();
  const order = `/MyOrders/${encodeURIComponent(orderId)}`;
  const { data, error, refetch } = useQuery({
    queryKey: ["orders", "one", orderId],
    queryFn: ({ signal }) => unwrap(api.api.orders[":id"].$get({ param: { id: orderId } }, { init: { signal } })),
  });
  if (!data) return error ? <ErrorState query={{ error, refetch }} /> : <PageSkeleton />;
  if (data.payment_method !== "stripe") {
    return (
      <PageBody width="form">
        <PageHeader title="Card payment" />
        <EmptyState
          title="This order isn't paid by card"
          description="The order page shows how to pay."
          action={<LinkButton to={order}>View order</LinkButton>}
        />
      </PageBody>
    );
  }
  return (
    <PageBody width="narrow">
      <PageHeader title="Card payment" description={data.item.title} back={{ to: order, label: "Back to the order" }} />
      <CardPayment
        orderId={orderId}
        amount={data.amount}
        returned={returned}
        onPaid={() => void navigate(order, { replace: true })}
      />
    </PageBody>
  );
}

/** Page of the purchase with its orders and payment status. */
const purchasePage = (id: string) => `/Cart?purchase=${encodeURIComponent(id)}`;

/** Loads the amount still due of a purchase and starts its payment. Used when an order of the purchase links here. */
function OpenPurchase({ purchaseId }: { purchaseId: string }) {
  const navigate = useNavigate();
  const purchase = purchasePage(purchaseId);
  const { data, error, refetch } = useQuery({
    queryKey: ["purchases", purchaseId],
    queryFn: ({ signal }) => unwrap(api.api.purchases[":id"].$get({ param: { id: purchaseId } }, { init: { signal } })),
  });
  if (!data) return error ? <ErrorState query={{ error, refetch }} /> : <PageSkeleton />;
  if (data.purchase.due === 0) return <NothingToPay />;
  return (
    <PageBody width="narrow">
      <PageHeader title="Card payment" back={{ to: purchase, label: "Back to the purchase" }} />
      <CardPayment
        purchaseId={purchaseId}
        amount={data.purchase.due}
        onPaid={() => void navigate(purchase, { replace: true })}
      />
    </PageBody>
  );
}

function PurchasePayment({ purchaseId, returned }: { purchaseId: string; returned: BankReturn }) {
  const navigate = useNavigate();
  const purchase = purchasePage(purchaseId);
  const { data, error, refetch } = useQuery({
    queryKey: ["payments", "intent", returned.intentId],
    queryFn: ({ signal }) => fetchIntent(returned.intentId, signal),
  });
  if (!data) return error ? <ErrorState query={{ error, refetch }} /> : <PageSkeleton />;
  return (
    <PageBody width="narrow">
      <PageHeader title="Card payment" back={{ to: purchase, label: "Back to the purchase" }} />
      <CardPayment
        purchaseId={purchaseId}
        amount={centsToDollars(data.amount)}
        returned={returned}
        onPaid={() => void navigate(purchase, { replace: true })}
      />
    </PageBody>
  );
}

function TopUpReturn({ cents, from, returned }: { cents: number; from: string; returned: BankReturn }) {
  const navigate = useNavigate();
  const refresh = useRefreshSession();
  const payment = useCardPayment({
    target: { kind: "topup", cents },
    returned,
    onPaid: () => {
      tellCredited(cents);
      void refresh();
      void navigate(from, { replace: true });
    },
    onLate: showNotCredited,
  });
  return (
    <PageBody width="narrow">
      <PageHeader title="Add funds" back={{ to: from, label: "Back" }} />
      <CardPaymentView payment={payment} amount={centsToDollars(cents)} />
    </PageBody>
  );
}
