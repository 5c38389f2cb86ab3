// About the user

export const name = "Name";
export const nameHint = (name: string) => `Others see "${name}".`;
export const phone = "Phone";
export const phoneHint = "Private. Not shown to other members.";
export const suburb = "Suburb";
export const city = "City";
export const stateOrTerritory = "State or territory";
export const notSet = "Not set";
export const postcode = "Postcode";
export const privateHint = "Private.";
export const collectionAddress = "Collection address";
export const collectionAddressHint =
  "Filled into your new listings. Only a buyer who has paid sees it, from 24 hours before the collection date.";
export const streetAndNumber = "Street and number";

// Payment methods

export const bankPrivate = {
  lead: "Your bank details are private.",
  rest: "They are shown only to a buyer who holds your item, has agreed to collect it and has chosen bank transfer. Every time they are shown is recorded. Orders already placed keep the details they were placed with.",
};
export const walletsPrivate = {
  lead: "Your wallet addresses are private.",
  rest: "They are shown like bank details, and only for the coin a buyer has chosen. Leave out the coins you do not take.",
};
export const keptBack =
  "To protect you, buyers are shown what you changed only after a day. Until then they pay you another way.";
export const keptBackUntil = (what: string | null, from: string) => `${what ?? "Bank details"}: from ${from}`;
export const cardHint = {
  before: "Instant for the buyer. We pay you after collection, to the account you set up in the",
  link: "Seller Hub",
};
export const cardKeeps = (site: string, rate: string) => `${site} keeps ${rate} of the price.`;
export const card = "Card";
export const bankTransferHint = "1-2 business days, no fees.";
export const bankTransfer = "Bank transfer";
export const noBankDetails = 'Until you add your bank details, buyers of your items see "Bank Details Not Available".';
export const accountName = "Account name";
export const bsb = "BSB";
export const accountNumber = "Account number";
export const cryptocurrencyHint = "10-30 minutes.";
export const cryptocurrency = "Cryptocurrency";
export const noWallet = "Until you add a wallet address, buyers of your items cannot choose crypto.";

// Wallets

export const onNetwork = (network: string) => `Address on the ${network}.`;
export const destinationTag = "XRP destination tag";
export const destinationTagHint = "If your exchange gave you one. Without it the money may be lost.";
