/** What a dispute says. */

// Dispute dialog.
export const pleaseTellUsInSentence = "Please tell us in a sentence what is wrong.";
export const somethingIsWrong = "Something is wrong";
export const ourTeamLooksInto = (seller: string) =>
  `Together with you and ${seller}, our team looks into it. Until then the order stands still and no money moves.`;
export const cancel = "Cancel";
export const reportProblem = "Report the problem";
export const whatIsWrong = "What is wrong?";
export const forExampleNobodyWasThere = "For example: nobody was there, the item is broken, or it is a different one.";
