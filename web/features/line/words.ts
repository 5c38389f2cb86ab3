/** What the line for an item says. */

const waiting = (people: number) => (people === 1 ? "1 person is waiting." : `${people} people are waiting.`);

export const yourTurn = "It is held for you alone. When your time is up, the next in line may buy it.";
export const yourPlace = (place: number) => `You are number ${place} in line`;
export const yourPlaceMeans =
  "When it is your turn we tell you and hold it for you for 10 minutes. You can close this page.";
export const open = (people: number) =>
  `${people === 0 ? "" : `${waiting(people)} `}If it comes free, it is held for whoever is first in line, for 10 minutes.`;
export const full = (people: number) => `${waiting(people)} The line is full.`;

export const join = "Join the line";
export const leave = "Leave the line";
export const giveUpTurn = "Give up my turn";
export const refused = "That did not work";
