// Auth layout.
export const thingsFromPeopleNear = "Things from people near you, collected in person.";
export const holdWhileYouDecide = (length: string) => `Hold an item for ${length} while you decide.`;
export const addressesStayPrivate = "Addresses stay private until the day before collection.";
export const slogan = {
  before: "Good things,",
  after: "a few streets away",
};

// Forgot form.
export const sendLink = "Send the link";
export const backToSignIn = "Back to sign in";

// Google button.
export const continueWithGoogle = "Continue with Google";

// Reset password screen.
export const passwordChanged = "Password changed";
export const onlySignedInHere = "You are signed in. Other devices were signed out.";
export const chooseNewPassword = "Choose a new password";
export const linkSpent = (linkNotValid: string) => `${linkNotValid} Links work once, and only for a short time.`;
export const sendMeNewLink = "Send me a new link";
export const afterwards = "Afterwards you are signed in here, and signed out everywhere else.";
export const newPassword = "New password";
export const atLeastCharacters = (passwordMin: number) => `At least ${passwordMin} characters.`;
export const savePassword = "Save password";

// Sign in form.
export const password = "Password";
export const forgotPassword = "Forgot password?";
export const signIn = "Sign in";

// Sign in screen.
export const createAccount = "Create account";
export const welcomeBack = "Welcome back";
export const createYourAccount = "Create your account";
export const forgotYourPassword = "Forgot your password?";
export const forgotPasswordTitle = "Forgot password";
export const checkYourInbox = "Check your inbox";
export const itCanTakeMinute = "It can take a minute or two. Please look in the spam folder as well.";
export const tellUsYourEmail = "Tell us your e-mail address and we will send you a link to set a new one.";
export const tryAgainOrUsePassword = (signInNotCompleted: string) =>
  `${signInNotCompleted} Please try again, or use your e-mail and password.`;
export const newAccountsAreClosed = "New accounts are closed at the moment. If you have one already, please sign in.";
export const signInOrCreateAccount = "Sign in or create an account";
export const or = "or";

// Sign up form.
export const name = "Name";
export const nameHint = "Shown to the people you buy from and sell to.";

// Use auth form.
export const tryAgainIn = (message: string, wait: string) => `${message} You can try again in ${wait}.`;

// Verification.
export const confirmingYourAddress = "Confirming your address";
export const addressConfirmed = "Address confirmed";
export const thatLinkDidntWork = "That link didn't work";
export const emailConfirmed = "Thank you. Your e-mail address is confirmed.";
export const newEmailConfirmed = "Thank you. From now on you sign in with this address.";
export const askForNewOne = (error: string) => `${error} You can ask for a new one in your account settings.`;
export const goToMarketplace = "Go to the marketplace";
export const aMinute = (minutes: number) => (minutes === 1 ? "a minute" : `${minutes} minutes`);
