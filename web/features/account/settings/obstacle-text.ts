import type { Obstacle, ObstacleKind } from "#domain/account/deletion";
import { formatCents } from "#domain/money";

interface ObstacleText {
  text: string;
  /** Where to finish it. */
  link: { to: string; label: string };
}

const several = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const ORDERS = { to: "/MyOrders", label: "My orders" };
const CONTACT = { to: "/Contact", label: "Contact us" };

const TEXTS: Record<ObstacleKind, (count: number) => ObstacleText> = {
  order: (count) => ({
    text: `${several(count, "order that isn't", "orders that aren't")} completed or cancelled.`,
    link: ORDERS,
  }),
  dispute: (count) => ({ text: `${several(count, "dispute", "disputes")} we still have to decide.`, link: ORDERS }),
  trade: (count) => ({
    text: `${several(count, "accepted trade", "accepted trades")} to hand over or call off.`,
    link: { to: "/TradeOffers", label: "Trade offers" },
  }),
  refund: (count) => ({
    text: `${several(count, "refund that hasn't", "refunds that haven't")} arrived.`,
    link: ORDERS,
  }),
  payment: (count) => ({ text: `${several(count, "payment", "payments")} we're still processing.`, link: ORDERS }),
  payout: () => ({
    text: "A payout we still owe you, or you owe us.",
    link: { to: "/Connect", label: "Seller Hub" },
  }),
  balance: (cents) => ({
    text: `${formatCents(cents)} ad credit. Use it, or ask us to refund it.`,
    link: CONTACT,
  }),
  promotion: (count) => ({
    text: `${several(count, "promotion", "promotions")} still running. Cancel to get unused days back.`,
    link: { to: "/PromoteItem", label: "Promotions" },
  }),
  report: (count) => ({
    text: `${several(count, "report", "reports")} about you that we still have to look at.`,
    link: CONTACT,
  }),
  suspension: () => ({ text: "Your suspension. You can delete your account when it ends.", link: CONTACT }),
  ban: () => ({ text: "Your account is banned. Please write to us to have it deleted.", link: CONTACT }),
  staff: () => ({ text: "Your staff role. Ask a super admin to remove it first.", link: CONTACT }),
};

/** Says what to finish before the account can be deleted, and where. */
export function obstacleText({ kind, count }: Obstacle): ObstacleText {
  return TEXTS[kind](count);
}
