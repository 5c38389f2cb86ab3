/** All commands of an item's room, by name. */

import type { Command } from "./command.ts";
import { beginCheckout, recordLatePayment } from "./commands/checkout.ts";
import { endGiveawayEarly, enterGiveaway, leaveGiveaway, openGiveaway, pickRecipient } from "./commands/giveaways.ts";
import { acknowledge, holdForPayment, release, reserve } from "./commands/holds.ts";
import { peek, sellerSet } from "./commands/item.ts";
import {
  acceptOffer,
  answerTheBuyer,
  askTheSeller,
  negotiate,
  readNegotiation,
  shareTheAnswer,
} from "./commands/negotiations.ts";
import {
  attachIntent,
  cancelOrder,
  cardCancelled,
  cardFailed,
  cardPaid,
  cardRefunded,
  changeDeal,
  closeOrder,
  collectOrder,
  confirmPayment,
  denyPayment,
  endCollection,
  handOver,
  openDispute,
  refundOrder,
  reschedule,
  resolveDispute,
  reversePayment,
  submitEvidence,
} from "./commands/orders.ts";
import {
  acceptPriceOffer,
  counterPriceOffer,
  endPriceOffer,
  makePriceOffer,
  voidPriceOffer,
} from "./commands/price-offers.ts";
import { answerSale, markSold, undoSold } from "./commands/sales.ts";
import { completeTrade, lockForTrade, unlockTrade } from "./commands/trades.ts";
import { joinWaitlist, leaveWaitlist } from "./commands/waitlist.ts";

const ALL = [
  peek,
  sellerSet,
  reserve,
  release,
  acknowledge,
  holdForPayment,
  joinWaitlist,
  leaveWaitlist,
  beginCheckout,
  recordLatePayment,
  submitEvidence,
  confirmPayment,
  denyPayment,
  cancelOrder,
  collectOrder,
  attachIntent,
  cardPaid,
  cardFailed,
  cardCancelled,
  cardRefunded,
  reversePayment,
  refundOrder,
  reschedule,
  changeDeal,
  openDispute,
  resolveDispute,
  endCollection,
  closeOrder,
  handOver,
  markSold,
  undoSold,
  answerSale,
  lockForTrade,
  unlockTrade,
  completeTrade,
  negotiate,
  acceptOffer,
  readNegotiation,
  askTheSeller,
  answerTheBuyer,
  shareTheAnswer,
  makePriceOffer,
  counterPriceOffer,
  acceptPriceOffer,
  endPriceOffer,
  voidPriceOffer,
  openGiveaway,
  enterGiveaway,
  leaveGiveaway,
  pickRecipient,
  endGiveawayEarly,
] as const;

export type CommandName = (typeof ALL)[number]["command"];

export const COMMANDS: ReadonlyMap<string, Command<CommandName, never, unknown>> = new Map(
  ALL.map((command) => [command.command, command]),
);
