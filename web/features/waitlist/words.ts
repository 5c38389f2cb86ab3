const waiting = (people: number) => (people === 1 ? "1 person is waiting." : `${people} people are waiting.`);

export const yourTurn = "It is held for you alone. When your time is up, the next in line may buy it.";
export const yourPlace = (place: number) => `You are number ${place} in line`;
export const yourPlaceMeans = (length: string) =>
  `We'll let you know and hold it for ${length} when it's your turn. You can close this page.`;
export const open = (people: number, length: string) =>
  `${people === 0 ? "" : `${waiting(people)} `}If it becomes available, we'll hold it for the first person in line for ${length}.`;
export const full = (people: number) => `${waiting(people)} The line is full.`;

export const join = "Join the line";
export const leave = "Leave the line";
export const giveUpTurn = "Give up my turn";
export const refused = "That did not work";
