/** Who receives personal data from us, as /Privacy says it: only those that are switched on (D90). */

/** `host` is always there. `maps`: an outside map style. The others are integrations. */
export const RECEIVERS = ["host", "stripe", "google", "mail", "sms", "prices", "push", "maps"] as const;
export type Receiver = (typeof RECEIVERS)[number];

interface ReceiverText {
  /** Null: the name comes from the configuration. */
  name: string | null;
  gets: string;
  country: string;
}

export const RECEIVER_TEXTS: Readonly<Record<Receiver, ReceiverText>> = {
  host: {
    name: "Cloudflare",
    gets: "Runs our servers, database and photo store.",
    country: "the United States, with data centres in Australia and elsewhere",
  },
  stripe: {
    name: "Stripe",
    gets: "Takes card payments, and checks the identity of sellers who are paid by card. It gets your email address for its receipt, and the titles of what you buy.",
    country: "the United States and Australia",
  },
  google: { name: "Google", gets: "Only if you choose to sign in with Google.", country: "the United States" },
  mail: { name: "Cloudflare", gets: "Delivers our emails.", country: "the United States" },
  sms: {
    name: null,
    gets: "Texts you a code if you confirm a phone number.",
    country: "the United States and Australia",
  },
  prices: { name: "CoinGecko", gets: "Tells us crypto prices. It gets nothing about you.", country: "Singapore" },
  push: {
    name: "Your browser's maker",
    gets: "Delivers push notifications, encrypted, if you turn them on.",
    country: "usually the United States",
  },
  maps: {
    name: null,
    gets: "Sends the map when you open one. It gets your IP address and what part of the map you look at, but no cookie.",
    country: "the country of that company",
  },
};
