// Report dialog.
export const scamOrFraud = "Scam or fraud";
export const wantsToDealElsewhere = "Wants to deal elsewhere";
export const notAllowedHere = "Not allowed here";
export const fakeOrStolen = "Fake or stolen";
export const notAsDescribed = "Not as described";
export const offensiveOrHateful = "Offensive or hateful";
export const harassmentOrThreats = "Harassment or threats";
export const dangerousOrRecalled = "Dangerous or recalled";
export const somethingElse = "Something else";
export const notAboutDeal = "Not about the deal";
export const reportSent = "Report sent";
export const personLooksAtEveryReport = "A person looks at every report. We'll tell you what came of it.";
export const alreadyReported = "Already reported";
export const reportProblem = "Report a problem";
export const reportHint = (what: string) => `What is wrong with ${what}? Nobody but our staff learns that it was you.`;
export const cancel = "Cancel";
export const sendReport = "Send report";
export const whatIsWrong = "What is wrong?";
export const ifYouHaveAlreadyPaid =
  "If you have already paid outside Goodstreet, call your bank now. Scamwatch and IDCARE help free of charge.";
export const details = "Details";
export const weReadLastMessagesAlong = "We read the last messages along with your report.";
export const anythingThatHelpsUs = "Anything that helps us to see what you mean.";

// Block dialog.
export const isUnblocked = (name: string) => `${name} is unblocked`;
export const isBlocked = (name: string) => `${name} is blocked`;
export const youCanUndo = "You can undo this in your settings.";
export const unblockQuestion = (name: string) => `Unblock ${name}?`;
export const blockQuestion = (name: string) => `Block ${name}?`;
export const youCanWriteToEach = "You can write to each other and offer trades again. They aren't told.";
export const youCantWriteToEach =
  "You can't write to each other or offer each other trades any more. They aren't told. Orders between you go on.";
export const unblock = "Unblock";
export const block = "Block";

// User menu.
export const moreAbout = (name: string) => `More about ${name}`;
export const report = (name: string) => `Report ${name}`;
export const unblockLabel = (name: string) => `Unblock ${name}`;
export const blockLabel = (name: string) => `Block ${name}`;

// Report dialog.
export const spam = "Spam";

// Message button.
export const conversationNotOpened = "The conversation didn't open";
export const messageTo = (name: string) => `Message ${name}`;
