/** Giveaways of free items: an open draw, one that has been drawn among 20 people, and one whose giver picks. */
import { createHash } from "node:crypto";
import { GIVEAWAY_CONFIRM_MS, HOUR_MS } from "#domain/deadlines";
import {
  confirmGiveawayOffer,
  enterGiveaway,
  followGiveaway,
  type Giveaway,
  type GivingMode,
  openGiveaway,
  recipientOf,
} from "#domain/giveaways/giveaway";
import type { DemoUser } from "./people.ts";
import { appId, demoId, type Row, type Tables } from "./rows.ts";

const NOTES = [
  "We've just moved here and have nothing for the second room yet.",
  "For the waiting room of our community clinic. I can come any day.",
  "My daughter starts uni next month and would love it.",
];

interface DemoGiveaway {
  mode: GivingMode;
  hours: number | null;
  /** Hours ago. */
  opened: number;
  people: number;
}

const GIVEAWAYS: readonly DemoGiveaway[] = [
  { mode: "draw", hours: 48, opened: 7, people: 9 },
  { mode: "draw", hours: 24, opened: 26, people: 20 },
  { mode: "pick", hours: null, opened: 5, people: NOTES.length },
];

/** Uses the first free items, and writes their mode and hold into their rows. */
export function giveawayRows(
  now: number,
  { items, people }: { items: Tables[string]; people: readonly DemoUser[] },
): Tables {
  const free = (items ?? []).filter((item) => item.price_cents === 0 && item.status === "active" && !item.holder_id);
  const made = GIVEAWAYS.flatMap((plan, index) => {
    const item = free[index];
    return item ? [{ item, giveaway: demoGiveaway(now, item, plan, people) }] : [];
  });
  for (const { item, giveaway } of made) {
    item.giveaway = giveaway.mode;
    if (giveaway.hold_id === null || giveaway.confirm_by === null) continue;
    item.holder_id = recipientOf(giveaway)?.user_id ?? null;
    item.hold_id = giveaway.hold_id;
    item.hold_kind = "buy_now";
    item.hold_started_at = giveaway.confirm_by - GIVEAWAY_CONFIRM_MS;
    item.hold_until = giveaway.confirm_by;
    item.fence = 1;
  }
  return {
    giveaways: made.map(({ giveaway: { entries, events: _events, ...row } }) => ({
      ...row,
      entered: entries.filter(({ status }) => status === "entered").length,
    })),
    giveaway_entries: made.flatMap(({ giveaway }) =>
      giveaway.entries.map((entry) => ({ ...entry, giveaway_id: giveaway.id })),
    ),
  };
}

function demoGiveaway(now: number, item: Row, plan: DemoGiveaway, people: readonly DemoUser[]): Giveaway {
  const itemId = String(item.id);
  const opened = now - plan.opened * HOUR_MS;
  const id = demoId("gva", itemId);
  const seed = plan.mode === "draw" ? digest(`seed of ${itemId}`) : null;
  let giveaway = openGiveaway(
    { id, item_id: itemId, giver_id: String(item.seller_id), mode: plan.mode, hours: plan.hours, seed },
    opened,
  );
  const entrants = people.filter((person) => person.id !== item.seller_id).slice(0, plan.people);
  for (const [index, person] of entrants.entries()) {
    const entry = {
      entry_id: appId("gve", id, person.id),
      user_id: person.id,
      code: plan.mode === "draw" ? digest(`${itemId} ${person.id}`).slice(0, 16) : null,
      note: plan.mode === "pick" ? (NOTES[index] ?? "") : "",
    };
    const decision = enterGiveaway(giveaway, entry, opened + (index + 1) * 10 * 60_000);
    if (decision.ok) giveaway = decision.giveaway;
  }
  const facts = { status: "active", price_cents: 0, hold_id: null, ordered_by: null, called_off: false } as const;
  const at = Math.min(now, giveaway.closes_at ?? now);
  return confirmGiveawayOffer(followGiveaway(giveaway, facts, at), at);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
