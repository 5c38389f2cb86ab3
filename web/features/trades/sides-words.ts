export const anEvenTrade = "An even trade";
export const youGiveMore = (amount: string) => `You give ${amount} more than you get`;
export const youGetMore = (amount: string) => `You get ${amount} more than you give`;

export const youGive = "You give";
export const youGet = "You get";

// Proposal

export const summary = "Summary";
export const itemCount = (count: number) => `${count} items`;
export const withCash = (items: string, cash: string) => `${items} + ${cash} cash`;
export const chooseFirst = "Choose what you would give, and see how the two compare.";
