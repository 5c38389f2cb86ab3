export const blockedPeople = "Blocked people";
export const blockedPeopleDescription = "They can't write to you or offer you trades. They aren't told.";
export const theListDidntLoad = "The list didn't load";
export const nobodyBlocked =
  "You haven't blocked anybody. You can from somebody's page, or from a conversation with them.";
export const blockedOn = (day: string) => `Blocked ${day}`;
export const unblockNamed = (name: string) => `Unblock ${name}`;
export const unblock = "Unblock";
export const listed = "people";
