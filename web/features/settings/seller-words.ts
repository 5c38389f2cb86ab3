// Account types

export const createAnAccount = "Create an account";
export const becomeASeller = "Become a seller";
export const sellAsABusiness = "Sell as a business";
export const individualAgain = "Yours is an individual account again";
export const becomeASellerDescription =
  "Selling is free on every account. Choose the one that fits how you sell; you can change it whenever you like.";
export const yourAccount = "Your account";
export const listAnItem = "List an item";
export const openTheSellerHub = "Open the Seller Hub";
export const goBackToIndividual = "Go back to individual";
export const goBackQuestion = "Go back to an individual account?";
export const goBackDescription =
  "Your listings, orders, ad credit and store page stay. The balance leaves the bar, and business details are no longer shown. You can become a seller again at any time.";
export const goBack = "Go back";

// Business sign-up

export const checkYourInbox = "Check your inbox";
export const mailedDescription = (told: string) =>
  `${told} Once you are signed in, carry on here: your business is filled in.`;
export const signIn = "Sign in";
export const sellAsABusinessDescription =
  "For shops, op shops and traders with an Australian Business Number. Free, and set up in a few minutes.";
export const kindsOfAccount = "Kinds of account";
export const yourBusiness = "Your business";
export const becomesBusiness = {
  before: "Your account",
  after: "becomes a business account.",
};
export const haveOne = {
  before: "Have one already?",
  link: "Sign in",
  after: "and carry on here.",
};
export const yourName = "Your name";
export const email = "E-mail";
export const password = "Password";
export const passwordHint = (least: number) => `At least ${least} characters.`;
export const next = "Continue";
export const createBusinessAccount = "Create business account";

// Business

export const businessName = "Business name";
export const abn = "ABN";
export const abnHint = "Shown on your store page, where buyers can look it up in the public register.";
export const website = "Website";
export const websiteHint = "Shown on your store page.";
export const businessPhone = "Business phone";
export const businessPhoneHint = "Private. For us to reach you.";

// Steps

export const youAndYourPlace = "You and your place";
export const gettingPaid = "Getting paid";
export const yourStore = "Your store";
export const suburbMissing = "Please enter the suburb where your items are.";
export const setUpYourBusiness = "Set up your business";
export const sellerHub = "Seller Hub";
export const cryptoLater = "You can take crypto as well: add your wallets in the account settings.";
export const storeName = "Store name";
export const storeNameHint = (name: string) => `Without one, ${name} stands above your store.`;
export const whatYouSell = "What you sell";
export const whatYouSellHint =
  "A few sentences at the top of your store page. Do not write your address or phone number here.";
export const back = "Back";
export const finish = "Finish";
export const saveAndContinue = "Save and continue";
export const nowASeller = "You're a seller";
export const yourBusinessIsSetUp = "Your business is set up";
export const firstItemAndPayouts =
  "List your first item now. To be paid for card sales, set up payouts in the Seller Hub when you have a minute.";
export const firstItem = "List your first item now. Orders to act on wait for you in the Seller Hub.";
