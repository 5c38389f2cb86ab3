/** Notifications about a trade's last step. Written once per step and user, by the request or by cron. */

import { MESSAGES } from "#contract/copy";
import { displayName } from "#domain/account/display-name";
import { formatCents } from "#domain/money";
import { type NewNotification, notificationStatement } from "../../db/notifications.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/commands.ts";
import type { TradeRecord } from "./queries.ts";

interface Word {
  to: "offeror" | "seller";
  event: string;
  title: string;
  body: string;
}

function wordsOf({ trade, items, offeror, seller }: TradeRecord): Word[] {
  const them = displayName(offeror.full_name) || MESSAGES.anonymousBuyer;
  const asked = displayName(seller.full_name) || MESSAGES.anonymousSeller;
  const target = items.find(({ side }) => side === "target")?.title ?? "";
  const offered = items.filter(({ side }) => side === "offered");
  const first = `"${offered[0]?.title ?? ""}"`;
  const things = offered.length > 1 ? `${first} and ${offered.length - 1} more` : first;
  const cash = trade.cash_cents > 0 ? ` plus ${formatCents(trade.cash_cents)}` : "";
  const both = (event: string, title: string, body: string): Word[] => [
    { to: "offeror", event, title, body },
    { to: "seller", event, title, body },
  ];
  switch (trade.status) {
    case "proposed":
      return [
        {
          to: "seller",
          event: "proposed",
          title: "New trade offer",
          body: `${them} offers ${things}${cash} for your "${target}".`,
        },
      ];
    case "accepted": {
      const agreed: Word = {
        to: "offeror",
        event: "accepted",
        title: "Trade accepted",
        body: `${asked} accepts your trade for "${target}". Arrange where and when you meet.`,
      };
      const handed = (to: Word["to"], name: string): Word => ({
        to,
        event: "handed-over",
        title: `${name} says the trade took place`,
        body: `Say so too once you have "${to === "seller" ? (offered[0]?.title ?? "") : target}", and the trade is completed.`,
      });
      return [
        agreed,
        ...(trade.offeror_handed_over_at !== null ? [handed("seller", them)] : []),
        ...(trade.seller_handed_over_at !== null ? [handed("offeror", asked)] : []),
      ];
    }
    case "declined":
      return [
        {
          to: "offeror",
          event: "declined",
          title: "Trade declined",
          body: `${asked} said no to your trade for "${target}".`,
        },
      ];
    case "withdrawn":
      return [
        {
          to: "seller",
          event: "withdrawn",
          title: "Trade offer withdrawn",
          body: `${them} took back the trade offer for your "${target}".`,
        },
      ];
    case "expired":
      return [
        {
          to: "offeror",
          event: "expired",
          title: "Trade offer expired",
          body: `Your trade offer for "${target}" was not answered within 7 days.`,
        },
      ];
    case "void": {
      const gone = items.find(({ item_id }) => item_id === trade.void_item_id)?.title ?? target;
      return both(
        "void",
        "Trade offer ended",
        `"${gone}" is no longer available, so the trade for "${target}" is off.`,
      );
    }
    case "completed":
      return both("completed", "Trade completed", `The trade for "${target}" is done. You can now rate each other.`);
    case "failed": {
      const said = (who: string) => `${who} called off the trade for "${target}". The items are for sale again.`;
      const by = (who: string, id: string) => said(trade.called_off_by === id ? "You" : who);
      if (trade.called_off_by === null) return both("failed", "Trade called off", said("Our team"));
      return [
        { to: "offeror", event: "failed", title: "Trade called off", body: by(asked, trade.offeror_id) },
        { to: "seller", event: "failed", title: "Trade called off", body: by(them, trade.seller_id) },
      ];
    }
  }
}

/** Writes the notifications of the trade's state and marks them as written. A repeat adds nothing. */
export async function writeTradeNotifications(services: Services, record: TradeRecord): Promise<void> {
  const { trade } = record;
  const { env, now } = services;
  const at = now();
  const words = wordsOf(record);
  const rows = await Promise.all(
    words.map(async ({ to, event, title, body }): Promise<NewNotification> => {
      const user_id = to === "offeror" ? trade.offeror_id : trade.seller_id;
      const dedupe_key = `trade:${trade.id}:${event}`;
      const id = await stableId("ntf", dedupe_key, user_id);
      return { id, user_id, kind: "trade", dedupe_key, title, body, link: `/TradeOffers?id=${trade.id}`, at };
    }),
  );
  await env.DB.batch([
    ...rows.map((row) => notificationStatement(env.DB, row)),
    // If another step was taken meanwhile, it is still to be announced.
    env.DB.prepare("UPDATE trades SET untold = 0 WHERE id = ? AND updated_at = ? AND status = ?").bind(
      trade.id,
      trade.updated_at,
      trade.status,
    ),
  ]);
  notifySoon(services, [...new Set(rows.map(({ user_id }) => user_id))]);
}

/** Notifies after a step. Cron repeats what fails here; the step itself is not affected. */
export async function notifyTrade(services: Services, record: TradeRecord): Promise<void> {
  if (!record.trade.untold) return;
  try {
    await writeTradeNotifications(services, record);
  } catch (error) {
    log("warn", { trade: record.trade.id, problem: "tell", error: String(error) });
  }
}
