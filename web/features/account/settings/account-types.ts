import type { AccountType } from "#contract/account/profiles";

/** Copy of the three account types. */
export const ACCOUNT_TYPES: Record<
  AccountType,
  { title: string; article: string; about: string; points: readonly string[] }
> = {
  individual: {
    title: "Individual",
    article: "an individual",
    about: "For buying, and for selling what you no longer need. The default account.",
    points: ["Buy, reserve and make offers", "List as many items as you like", "Paid by card, bank transfer or crypto"],
  },
  seller: {
    title: "Seller",
    article: "a seller",
    about: "For people who sell often. You get a store page, with orders and payouts in one place.",
    points: [
      "Everything in Individual",
      "A store page with your name and picture",
      "Seller Hub with orders and payouts",
      "Ad credit to promote your items",
    ],
  },
  business: {
    title: "Business",
    article: "a business",
    about: "For shops, op shops and traders with an ABN who sell under a business name.",
    points: [
      "Everything in Individual, plus a store page",
      "Seller Hub with orders and payouts",
      "Business name, ABN and website on your store",
      "A Business badge, with your ABN for buyers to check",
      "Import your stock from a CSV file",
    ],
  },
};
