import type { SiteFeature, SiteNumber } from "#domain/site/site-settings";

interface NumberWords {
  name: SiteNumber;
  label: string;
  hint: string;
}

export const DEADLINES: readonly NumberWords[] = [
  { name: "hold_minutes", label: "Hold", hint: "How long Buy Now and the cart keep an item for somebody." },
  { name: "card_minutes", label: "Pay by card", hint: "From the order until the payment has to be there." },
  { name: "bank_days", label: "Pay by bank transfer", hint: "Until the buyer says that the money is on its way." },
  { name: "crypto_minutes", label: "Pay by crypto", hint: "Until the buyer names the transaction." },
  {
    name: "confirmation_hours",
    label: "Seller's answer",
    hint: "To say whether the money came. After that the deal is disputed.",
  },
  {
    name: "denied_hours",
    label: "After “not received”",
    hint: "For the buyer to sort out a payment the seller can't find.",
  },
  { name: "offer_minutes", label: "Knowzee's offer", hint: "How long an amount it names can be accepted." },
  { name: "accepted_hours", label: "Accepted offer", hint: "How long the buyer can start paying at that price." },
];

export const LIMITS: readonly NumberWords[] = [
  { name: "live_holds", label: "Holds at once", hint: "Items one person may hold at the same time." },
  {
    name: "unsettled_transfers",
    label: "Transfers at once",
    hint: "Payments by transfer or crypto one person may have waiting for a seller's word.",
  },
  { name: "holds_in_a_row", label: "Holds in a row", hint: "Of one person on one item, before the pause." },
  { name: "pause_minutes", label: "Pause", hint: "Before the same person may hold that item again." },
];

export const SWITCHES: readonly { name: SiteFeature; label: string; hint: string }[] = [
  { name: "knowzee", label: "Knowzee", hint: "Off: no new haggling. Prices that were accepted stay good." },
  { name: "crypto", label: "Paying by crypto", hint: "Off: not offered at checkout. Orders that were placed go on." },
  { name: "trades", label: "Trades", hint: "Off: no new offers. Offers that were made can still be answered." },
  { name: "message_images", label: "Photos in messages", hint: "Off: words only. Photos that were sent stay." },
  {
    name: "sign_ups",
    label: "New accounts",
    hint: "Off: nobody new, by e-mail or Google. Everybody else signs in as before.",
  },
  { name: "donations", label: "Donations", hint: "Off: the page and its links are gone. Free listings stay." },
];
