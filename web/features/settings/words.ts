// Screen

export const accountSettings = "Account settings";
export const settingsDidntLoad = "Your settings didn't load";
export const kindOfAccount = "Kind of account";
export const yoursIs = (kind: string) => `Yours is ${kind} account.`;
export const businessDetails = "Business details";
export const sellerHub = "Seller Hub";
export const becomeASeller = "Become a seller";
export const change = "Change";

// Form

export const settingsSaved = "Settings saved";
export const notConfirmedYet =
  "Your bank details and wallets are as they were. Save again when you are ready to confirm it's you.";
export const nothingLost = "Nothing you typed is lost.";
export const saveFailed = "Error saving settings. Please try again.";
export const aboutYou = "About you";
export const whereYouAre = "Where you are";
export const whereYouAreDescription = "New listings start with this place. Suburb and city are public.";
export const howBuyersPayYou = "How buyers pay you";
export const offersAndTrades = "Offers and trades";
export const offersAndTradesDescription = "Where you start from with every listing.";
export const saveSettings = "Save settings";
export const undoChanges = "Undo changes";

// Offers and trades

export const easyGoing = "Easy-going";
export const easyGoingDescription = "Meets buyers early.";
export const fair = "Fair";
export const fairDescription = "Moves step by step.";
export const firm = "Firm";
export const firmDescription = "Holds close to your price.";
export const manner = "How Knowzee negotiates for you";
export const mannerHint =
  "Only for items with a minimum price. Never below it, and never without your say on the listing.";
export const openToTradesHint = "People may offer you a thing of theirs for one of yours.";
export const openToTrades = "Open to trades";
export const suggestHint = "Knowzee may mention your other items to somebody who is buying.";
export const suggestMyOtherItems = "Suggest my other items";

// Sign-in

export const signIn = "Sign-in";
export const email = "E-mail";
export const confirmed = "Confirmed";
export const notConfirmed = "Not confirmed";
export const changeAddress = "Change address";
export const confirmAgain = "Send the confirmation again";
export const password = "Password";
export const mailMeALink = "E-mail me a link to change it";
export const addressMailSent = (address: string) =>
  `We have sent a mail to ${address}. Your address changes when you open the link in it; until then, sign in as before.`;
export const mailSent = (address: string) =>
  `We have sent a mail to ${address}. The link in it works once and for a short time.`;

// Changed address

export const aboutToChangeAddress = "You are about to change the address your account belongs to.";
export const changeAddressTitle = "Change your e-mail address";
export const changeAddressDescription =
  "We send a link to the new address. It becomes yours here when you open that link.";
export const newAddress = "New e-mail address";
export const sendTheLink = "Send the link";

// Sessions

export const signedOutElsewhere = "Signed out everywhere else";
export const signedOutThere = "Signed out there";
export const whereYoureSignedIn = "Where you're signed in";
export const whereYoureSignedInDescription = "If you don't know one of these, sign it out and set a new password.";
export const signOutEverywhereElse = "Sign out everywhere else";
export const theListDidntLoad = "The list didn't load";
export const signedInAndUsed = (signedIn: string, used: string) => `Signed in ${signedIn}, last used ${used}`;
export const thisDevice = "This device";
export const signOutNamed = (device: string, signedIn: string) => `Sign out ${device}, signed in ${signedIn}`;
export const signOut = "Sign out";

// Loading state.
export const loadingSettings = "Loading your settings…";
