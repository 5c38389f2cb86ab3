// The screen

export const queued = "Queued";
export const sent = "Sent";
export const keptHere = "Kept here";
export const failed = "Failed";
export const outbox = "Outbox";
export const allLetters = "All letters";
export const emails = "E-mails";
export const description =
  "Everything Goodstreet has written to people, and every letter it can write. Without a mail service the messages are kept here.";
export const listed = "e-mails";
export const noneFailed = "No e-mail has failed";
export const noneYet = "No e-mails yet";
export const noneFailedDescription = "Letters given up after eight tries appear here.";
export const noneYetDescription = "They appear here as soon as the first one is written.";
export const itIsBeingSentAgain = "It is being sent again";
export const thatDidntWork = "That didn't work";
export const to = (address: string) => `To ${address}`;
export const sendAgainNamed = (subject: string) => `Send again: ${subject}`;
export const sendAgain = "Send again";

// One email

export const message = "Message";
export const plainText = "Plain text";
export const asItWouldGoOut = "As it would go out";
export const view = "View";

// All email templates

export const loadingLetters = "Loading letters…";
export const theLettersDidntLoad = "The letters didn't load";
export const testSent = "Test sent";
export const sentTo = (address: string) => `To ${address}.`;
export const theTestWasntSent = "The test wasn't sent";
export const sendTestNamed = (name: string) => `Send me a test: ${name}`;
export const sendMeATest = "Send me a test";
