import type { SiteFeature, SiteNumber } from "#domain/site/site-settings";

interface NumberWords {
  name: SiteNumber;
  label: string;
  hint: string;
}

export const DEADLINES: readonly NumberWords[] = [
  { name: "hold_minutes", label: "Hold time", hint: "How long we hold an item in Buy Now or the cart." },
  { name: "card_minutes", label: "Pay by card", hint: "Time to pay after ordering." },
  { name: "bank_days", label: "Pay by bank transfer", hint: "Time for the buyer to say they've paid." },
  { name: "crypto_minutes", label: "Pay by crypto", hint: "Time for the buyer to send the transaction hash." },
  {
    name: "confirmation_hours",
    label: "Seller response time",
    hint: "Time to confirm the payment. After that it becomes a dispute.",
  },
  {
    name: "denied_hours",
    label: "After “not received”",
    hint: "Time for the buyer to sort out a payment the seller can't find.",
  },
  { name: "offer_minutes", label: "Knowzee's offer", hint: "How long buyers can accept its price." },
  { name: "accepted_hours", label: "Accepted offer", hint: "How long the buyer has to start paying that price." },
];

export const LIMITS: readonly NumberWords[] = [
  { name: "live_holds", label: "Holds per user", hint: "Items one user can hold at a time." },
  {
    name: "unsettled_transfers",
    label: "Pending transfers per user",
    hint: "Transfer or crypto payments one user can have awaiting seller confirmation.",
  },
  { name: "holds_in_a_row", label: "Holds in a row", hint: "By one user on one item, before the cool-down." },
  { name: "pause_minutes", label: "Cool-down", hint: "Before the same user can hold that item again." },
  {
    name: "refund_dollars",
    label: "Refunds per seller a day",
    hint: "Refunds after the payout, and more than one to the same buyer. Staff decide about the rest.",
  },
  { name: "refunds_a_day", label: "Number of such refunds a day", hint: "A bundle counts once." },
  {
    name: "first_sales",
    label: "First card sales paid out later",
    hint: "Of each seller. A cart counts once. 0: none.",
  },
  { name: "first_sales_days", label: "Payout of first card sales", hint: "Days after pickup." },
];

export const RATES: readonly NumberWords[] = [
  { name: "gst_bp", label: "GST in platform fees (%)", hint: "10 if you're registered for GST, else 0." },
  {
    name: "credit_gst_bp",
    label: "GST in bought ad credit (%)",
    hint: "0 until your accountant says that it's due when credit is bought.",
  },
];

export const SWITCHES: readonly { name: SiteFeature; label: string; hint: string }[] = [
  { name: "knowzee", label: "Knowzee", hint: "Off: no new negotiations. Accepted prices stay valid." },
  { name: "crypto", label: "Paying by crypto", hint: "Off: not offered at checkout. Existing orders continue." },
  { name: "trades", label: "Trades", hint: "Off: no new offers. Existing offers can still be answered." },
  { name: "message_images", label: "Photos in messages", hint: "Off: text only. Photos already sent stay." },
  {
    name: "sign_ups",
    label: "New accounts",
    hint: "Off: no new sign-ups by email or Google. Everyone else can still sign in.",
  },
  { name: "donations", label: "Donations", hint: "Off: the page and its links are hidden. Free listings stay." },
];
