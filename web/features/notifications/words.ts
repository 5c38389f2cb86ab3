// Unsubscribe link of emails

export const notOurLink = "This link is not one of ours";
export const notOurLinkDescription =
  "It may have been cut short by your mail program. You can choose your e-mails in your account settings.";
export const accountSettings = "Account settings";
export const stopQuestion = (what: string) => `Stop e-mails about ${what}?`;
export const stopped = (what: string) => `No more e-mails about ${what}`;
export const behindTheBell = "You will still find everything behind the bell in Goodstreet.";
export const stoppedDescription =
  "You will still find everything behind the bell in Goodstreet. Changed your mind? Turn them on again here.";
export const onAgain = (what: string) => `E-mails about ${what} are on again.`;
export const off = (what: string) => `Done. E-mails about ${what} are off.`;
export const stopTheseEMails = "Stop these e-mails";
export const turnOnAgain = "Turn on again";
export const allMyChoices = "All my choices";
