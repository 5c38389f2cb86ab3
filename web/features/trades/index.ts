export { ProposeTrade } from "./propose-trade.tsx";
