/** What a dispute says. */

// On the order's page, for both.
export const theProblem = "The problem";
export const whatYouWrote = "What you wrote";
export const whatTheyWrote = (buyer: string) => `What ${buyer} wrote`;
export const ourTeamWrites = "Our team writes";

// Dispute dialog.
export const pleaseTellUsInSentence = "Please tell us in a sentence what is wrong.";
export const somethingIsWrong = "Something is wrong";
export const ourTeamLooksInto = (seller: string) =>
  `Our team looks into it with you and ${seller}, who can read what you write. Until then the order stands still and no money moves.`;
export const cancel = "Cancel";
export const reportProblem = "Report the problem";
export const whatIsWrong = "What is wrong?";
export const forExampleNobodyWasThere = "For example: nobody was there, the item is broken, or it is a different one.";
