// Reauthentication.
export const youAreAboutToChange = "You are about to change where your money goes.";
export const pleaseEnterYourPassword = "Please enter your password.";
export const confirmItsYou = "Confirm it's you";
export const thisKeepsItSafe = (about: string) => `${about} This keeps it safe on a device somebody else got hold of.`;
export const yourPassword = "Your password";
export const confirm = "Confirm";
export const withGoogleOnceMore = (byPassword: boolean) =>
  `${byPassword ? "Or sign" : "Sign"} in with Google once more in a new tab. Come back to this one afterwards: nothing you typed is lost.`;
export const signInWithGoogle = "Sign in with Google";
export const iveSignedInCarry = "I've signed in, carry on";
export const pleaseSignOutAndSign = "Please sign out and sign in again, then change it within fifteen minutes.";
