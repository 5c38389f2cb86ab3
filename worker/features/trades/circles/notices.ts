/** Notifications of a swap circle. Every step is in the circle's state, so a repeat writes what an earlier try missed. */
import { displayName } from "#domain/account/display-name";
import { formatCents } from "#domain/money";
import { type CircleLeg, differenceOf, legsOf, unevenOf } from "#domain/trades/circle";
import type { CircleRecord } from "./queries.ts";

export interface CircleNotice {
  /** User id. */
  to: string;
  event: string;
  title: string;
  body: string;
}

export function nameOf({ circle, items }: CircleRecord, userId: string): string {
  const leg = circle.legs.find(({ giver_id }) => giver_id === userId);
  return displayName(items.find(({ position }) => position === leg?.position)?.giver_name ?? "") || "Goodstreet member";
}

function titleOf({ items }: CircleRecord, leg: CircleLeg): string {
  return `“${items.find(({ position }) => position === leg.position)?.title ?? ""}”`;
}

/** Returns the notifications of the circle's state; those written before are dropped by their event. */
export function noticesOf(record: CircleRecord): CircleNotice[] {
  const { circle } = record;
  const people = circle.legs.map(({ giver_id }) => giver_id);
  const all = (event: string, title: string, bodyFor: (userId: string) => string): CircleNotice[] =>
    people.map((to) => ({ to, event, title, body: bodyFor(to) }));
  const others = (by: string, event: string, title: string, body: string): CircleNotice[] =>
    people.filter((to) => to !== by).map((to) => ({ to, event, title, body }));
  switch (circle.status) {
    case "offered":
      return [
        ...all(
          "offered",
          "Swap circle found",
          (to) => `${termsFor(record, to)} All three of you have 72 hours to accept.`,
        ),
        ...circle.legs
          .filter(({ accepted_at }) => accepted_at !== null)
          .flatMap(({ giver_id, accepted_at }) => {
            const name = nameOf(record, giver_id);
            return others(
              giver_id,
              `yes:${giver_id}:${accepted_at}`,
              `${name} accepted the circle`,
              `${acceptedText(record)}.`,
            );
          }),
      ];
    case "accepted":
    case "completed":
      return [
        ...all("accepted", "Your swap circle is on", (to) => {
          const { give, get } = legsOf(circle, to);
          return `Pick up ${titleOf(record, get)} from ${nameOf(record, get.giver_id)}, and hand ${titleOf(record, give)} to ${nameOf(record, give.receiver_id)}.`;
        }),
        ...circle.legs
          .filter(({ state }) => state === "handed_over")
          .flatMap((leg) => {
            const said = `${nameOf(record, leg.giver_id)} handed ${titleOf(record, leg)} to ${nameOf(record, leg.receiver_id)}`;
            return others(leg.giver_id, `handed:${leg.position}`, "An item changed hands", `${said}.`);
          }),
        ...(circle.status === "completed"
          ? all(
              "completed",
              "Swap circle completed",
              () => "All three items have changed hands. You can now rate each other.",
            )
          : []),
      ];
    case "declined": {
      const by = circle.closed_by ?? "";
      return others(by, "declined", "Swap circle declined", `${nameOf(record, by)} declined the circle, so it's off.`);
    }
    case "lapsed":
      return all("lapsed", "Swap circle lapsed", () => "Not everyone accepted within 72 hours, so the circle is off.");
    case "void": {
      const gone = record.items.find(({ item_id }) => item_id === record.void_item_id);
      const why = gone ? `“${gone.title}” was sold, taken down or has a new price` : "It can't go ahead any more";
      return all("void", "Swap circle ended", () => `${why}, so the circle is off.`);
    }
    case "failed":
      return all("failed", "Swap circle called off", (to) => `${whyFailed(record, to)} ${outcomeFor(record, to)}`);
  }
}

/** Returns the notifications of a decision of staff, with their reason. */
export function staffNotices(
  record: CircleRecord,
  action: "circle_called_off" | "circle_settled",
  note: string,
): CircleNotice[] {
  const off = action === "circle_called_off";
  const title = off ? "Our team called off a swap circle" : "Our team closed your swap circle";
  return record.circle.legs.map(({ giver_id: to }) => ({
    to,
    event: off ? "failed" : "settled",
    title,
    body: off ? `${outcomeFor(record, to)} Our reason: ${note}` : note,
  }));
}

/** Returns the notifications of an answer that was taken back, which the circle's state does not show. */
export function withdrawnNotices(record: CircleRecord, by: string): CircleNotice[] {
  const { circle } = record;
  const others = circle.legs.map(({ giver_id }) => giver_id).filter((to) => to !== by);
  return others.map((to) => ({
    to,
    event: `back:${circle.rev}`,
    title: `${nameOf(record, by)} took back their answer`,
    body: "The swap circle stays open. They can still accept it.",
  }));
}

function acceptedText({ circle }: CircleRecord): string {
  const accepted = circle.legs.filter(({ accepted_at }) => accepted_at !== null).length;
  return `${accepted} of 3 have accepted`;
}

/** "Give “A”, get “B”, and pay $20." */
function termsFor(record: CircleRecord, userId: string): string {
  const { give, get } = legsOf(record.circle, userId);
  const cents = differenceOf(record.circle, userId);
  const cash = cents === 0 ? "" : `, and ${cents > 0 ? "pay" : "receive"} ${formatCents(Math.abs(cents))}`;
  return `Give ${titleOf(record, give)}, get ${titleOf(record, get)}${cash}.`;
}

function whyFailed(record: CircleRecord, userId: string): string {
  const { circle } = record;
  if (circle.closed_by === null) return "The circle wasn't completed in time.";
  return `${circle.closed_by === userId ? "You" : nameOf(record, circle.closed_by)} called the circle off.`;
}

/** What the end of a failed circle means for this person. */
function outcomeFor(record: CircleRecord, userId: string): string {
  const { circle } = record;
  const { give, get } = legsOf(circle, userId);
  const uneven = unevenOf(circle);
  if (uneven?.short === userId) {
    return `You gave ${titleOf(record, give)} and got nothing yet. Our team is looking into it.`;
  }
  if (uneven?.over === userId) {
    return `You have ${titleOf(record, get)}: return it to ${nameOf(record, get.giver_id)} or agree on a price. ${titleOf(record, give)} is back on sale.`;
  }
  return give.state === "handed_over" ? "Your part is done." : `${titleOf(record, give)} is back on sale.`;
}
