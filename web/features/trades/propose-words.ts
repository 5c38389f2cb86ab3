export const proposeTrade = "Propose Trade";
