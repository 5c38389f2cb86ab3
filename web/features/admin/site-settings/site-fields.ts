import { STATES } from "#domain/places/states";
import { ENTITIES, type OperatorField } from "#domain/site/operator";
import { SITE_FEATURES, SITE_NUMBER_NAMES, type SiteFeature, type SiteNumber } from "#domain/site/site-settings";

interface Words {
  label: string;
  hint: string;
}

/** Every number that staff can set, and the part of the page that asks for it. */
const NUMBERS: Record<SiteNumber, Words & { part: "deadline" | "limit" | "rate" | "card fees" | "operator" }> = {
  hold_minutes: { part: "deadline", label: "Hold time", hint: "How long we hold an item in Buy Now or the cart." },
  card_minutes: { part: "deadline", label: "Pay by card", hint: "Time to pay after ordering." },
  bank_days: { part: "deadline", label: "Pay by bank transfer", hint: "Time for the buyer to say they've paid." },
  crypto_minutes: {
    part: "deadline",
    label: "Pay by crypto",
    hint: "Time for the buyer to send the transaction hash.",
  },
  confirmation_days: {
    part: "deadline",
    label: "Seller response time",
    hint: "Business days to confirm the payment. After that it becomes a dispute.",
  },
  denied_hours: {
    part: "deadline",
    label: "After “not received”",
    hint: "Time for the buyer to sort out a payment the seller can't find.",
  },
  offer_minutes: { part: "deadline", label: "Knowzee's offer", hint: "How long buyers can accept its price." },
  accepted_hours: {
    part: "deadline",
    label: "Accepted offer",
    hint: "How long the buyer has to start paying that price.",
  },
  live_holds: { part: "limit", label: "Holds per user", hint: "Items one user can hold at a time." },
  unsettled_transfers: {
    part: "limit",
    label: "Pending transfers per user",
    hint: "Transfer or crypto payments one user can have awaiting seller confirmation.",
  },
  holds_in_a_row: { part: "limit", label: "Holds in a row", hint: "By one user on one item, before the cool-down." },
  pause_minutes: { part: "limit", label: "Cool-down", hint: "Wait before holding it again." },
  refund_dollars: {
    part: "limit",
    label: "Refunds per seller a day",
    hint: "Refunds after the payout, and more than one to the same buyer. Staff decide about the rest.",
  },
  refunds_a_day: { part: "limit", label: "Number of such refunds a day", hint: "A bundle counts once." },
  first_sales: {
    part: "limit",
    label: "First card sales paid out later",
    hint: "Of each seller. A cart counts once. 0: none.",
  },
  first_sales_days: { part: "limit", label: "Payout of first card sales", hint: "Days after pickup." },
  struck_after_days: {
    part: "limit",
    label: "Struck price after",
    hint: "Days on sale at a price before a lower one strikes it out.",
  },
  struck_shown_days: { part: "limit", label: "Struck price shown", hint: "How long, after the price fell." },
  gst_bp: { part: "rate", label: "GST in platform fees (%)", hint: "10 if you're registered for GST, else 0." },
  credit_gst_bp: {
    part: "rate",
    label: "GST in bought ad credit (%)",
    hint: "0 until your accountant says that it's due when credit is bought.",
  },
  response_hours: { part: "operator", label: "Answer time", hint: "We promise a reply within this time." },
  minimum_age: {
    part: "operator",
    label: "Minimum age",
    hint: "For an account. Ask your lawyer before you go below 18.",
  },
  // `card-fees.tsx` shows it, with its own hint.
  platform_fee_bp: { part: "card fees", label: "Platform fee (%)", hint: "" },
};

/** Every field of the operator. `options`: a list to choose from. */
const OPERATOR: Record<
  OperatorField,
  Words & { type?: "email" | "tel"; options?: readonly { value: string; label: string }[] }
> = {
  legal_name: { label: "Legal name", hint: "As registered. Shown in the footer, policies, emails and receipts." },
  entity: {
    label: "Type of entity",
    hint: "",
    options: Object.entries(ENTITIES).map(([value, label]) => ({ value, label })),
  },
  abn: { label: "ABN", hint: "11 digits." },
  address: { label: "Postal address", hint: "One line, where letters reach you." },
  phone: { label: "Phone", hint: "Optional.", type: "tel" },
  state: {
    label: "Governing state",
    hint: "Whose law applies to the Terms.",
    options: STATES.map(({ code, name }) => ({ value: code, label: name })),
  },
  privacy_email: { label: "Privacy email", hint: "Blank: the support email.", type: "email" },
  complaints_email: { label: "Complaints email", hint: "Blank: the support email.", type: "email" },
  legal_email: { label: "Email for legal notices", hint: "Blank: the support email.", type: "email" },
};

const FEATURES: Record<SiteFeature, Words> = {
  knowzee: { label: "Knowzee", hint: "Off: no new negotiations. Accepted prices stay valid." },
  crypto: { label: "Paying by crypto", hint: "Off: not offered at checkout. Existing orders continue." },
  trades: { label: "Trades", hint: "Off: no new offers. Existing offers can still be answered." },
  message_images: { label: "Photos in messages", hint: "Off: text only. Photos already sent stay." },
  sign_ups: {
    label: "New accounts",
    hint: "Off: no new sign-ups by email or Google. Everyone else can still sign in.",
  },
  donations: { label: "Donations", hint: "Off: the page and its links are hidden. Free listings stay." },
};

const numbersOf = (part: string) =>
  SITE_NUMBER_NAMES.filter((name) => NUMBERS[name].part === part).map((name) => ({ name, ...NUMBERS[name] }));

export const DEADLINES = numbersOf("deadline");
export const LIMITS = numbersOf("limit");
export const RATES = numbersOf("rate");
export const OPERATOR_NUMBERS = numbersOf("operator");
export const OPERATOR_INPUTS = (Object.keys(OPERATOR) as OperatorField[]).map((name) => ({ name, ...OPERATOR[name] }));
export const SWITCHES = SITE_FEATURES.map((name) => ({ name, ...FEATURES[name] }));
