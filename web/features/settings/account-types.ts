import type { AccountType } from "#contract/account/profiles";

/** Copy of the three account types. */
export const ACCOUNT_TYPES: Record<
  AccountType,
  { title: string; article: string; about: string; points: readonly string[] }
> = {
  individual: {
    title: "Individual",
    article: "an individual",
    about: "For buying, and for selling what you no longer need. This is where everybody begins.",
    points: ["Buy, reserve and make offers", "List as many items as you like", "Paid by card, bank transfer or crypto"],
  },
  seller: {
    title: "Seller",
    article: "a seller",
    about: "For people who sell often: a store page of your own, and everything to act on in one place.",
    points: [
      "All of an individual account",
      "A store page with your name and picture",
      "Seller Hub with orders and payouts",
      "Ad credit in the bar, to promote items",
    ],
  },
  business: {
    title: "Business",
    article: "a business",
    about: "For shops, op shops and traders with an ABN, who sell under the name of the business.",
    points: [
      "All of an individual account, with a store page",
      "Seller Hub with orders and payouts",
      "Business name, ABN and website on your store",
      "A Business badge buyers can check",
      "Your stock imported from a file, row by row",
    ],
  },
};
