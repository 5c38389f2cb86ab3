/** All commands of an item's room, by name: what the modules of `commands/` export as a command. */
import type { Command } from "./command.ts";
import * as checkout from "./commands/checkout.ts";
import * as giveaways from "./commands/giveaways.ts";
import * as holds from "./commands/holds.ts";
import * as item from "./commands/item.ts";
import * as negotiations from "./commands/negotiations.ts";
import * as orders from "./commands/orders.ts";
import * as priceOffers from "./commands/price-offers.ts";
import * as sales from "./commands/sales.ts";
import * as trades from "./commands/trades.ts";
import * as waitlist from "./commands/waitlist.ts";

const EXPORTS = {
  ...checkout,
  ...giveaways,
  ...holds,
  ...item,
  ...negotiations,
  ...orders,
  ...priceOffers,
  ...sales,
  ...trades,
  ...waitlist,
};

type Exported = (typeof EXPORTS)[keyof typeof EXPORTS];
export type CommandName = Extract<Exported, { command: string }>["command"];
type AnyCommand = Command<CommandName, never, unknown>;

export const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map(
  Object.values<object>(EXPORTS)
    .filter((exported): exported is AnyCommand => "command" in exported)
    .map((command) => [command.command, command]),
);
