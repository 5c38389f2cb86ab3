// Order page, for both parties.
export const theProblem = "The problem";
export const whatYouWrote = "What you wrote";
export const whatTheyWrote = (buyer: string) => `What ${buyer} wrote`;
export const ourTeamWrites = "Our team writes";

// Dispute dialog.
export const pleaseTellUsInSentence = "Please tell us in a sentence what is wrong.";
export const somethingIsWrong = "Something is wrong";
export const ourTeamLooksInto = (seller: string) =>
  `Our team looks into it with you and ${seller}, who can read what you write. Until then the order stands still and no money moves.`;
export const reportProblem = "Report the problem";
export const whatIsWrong = "What is wrong?";
export const forExampleNobodyWasThere = "For example: nobody was there, the item is broken, or it is a different one.";

// Contesting a report of a missed collection.
export const missedCollection = "Missed collection";
export const youReported = (other: string) => `You reported that ${other} did not come to the collection.`;
export const theyReported = (other: string) => `${other} reports that you did not come to the collection.`;
export const theyHaveUntil = (until: string) => `They can contest this until ${until}.`;
export const youHaveUntil = (until: string) => `If that is not what happened, contest it until ${until}.`;
export const contested = "The report is contested. Our team will decide.";
export const upheld = "Our team decided that the report stands.";
export const dismissed = "Our team decided that the report does not count.";
export const contest = "Contest the report";
export const ourTeamReads = (other: string) =>
  `Our team reads what you write and decides. ${other} is told that you contest the report.`;
export const whatHappened = "What happened?";
export const forExampleIWaited = "For example: when you were there, and how long you waited.";
export const pleaseTellWhatHappened = "Please tell us in a sentence what happened.";
export const reportContested = "Report contested";
export const ourTeamDecides = "Our team will decide and let you both know.";
export const notContested = "The report wasn't contested";
