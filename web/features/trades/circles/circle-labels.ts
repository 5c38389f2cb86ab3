/** Texts of a swap circle from the viewer's point of view. */
import type { CircleLegView, CirclePerson, CircleView } from "#contract/trades/circles";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { kmLabel } from "../../places/index.ts";
import type { Tone } from "../trade-labels.ts";

export function legsOf(circle: CircleView): { give: CircleLegView; get: CircleLegView } {
  const [give, get] = [circle.legs[circle.give], circle.legs[circle.get]];
  if (!give || !get) throw new Error(`circle ${circle.id} has no leg of the viewer`);
  return { give, get };
}

export const nameOf = ({ you, display_name }: CirclePerson) => (you ? "You" : display_name);

const acceptedCount = (circle: CircleView) => circle.legs.filter(({ accepted }) => accepted).length;
const handedCount = (circle: CircleView) => circle.legs.filter(({ state }) => state === "handed_over").length;

export function circleLabel(circle: CircleView): { label: string; tone: Tone } {
  switch (circle.status) {
    case "offered":
      return circle.abilities.accept
        ? { label: "Waiting for your answer", tone: "wattle" }
        : { label: `${acceptedCount(circle)} of 3 accepted`, tone: "neutral" };
    case "accepted":
      return { label: `${handedCount(circle)} of 3 handed over`, tone: "brand" };
    case "completed":
      return { label: "Completed", tone: "brand" };
    case "declined":
      return { label: "Declined", tone: "neutral" };
    case "lapsed":
      return { label: "Expired", tone: "neutral" };
    case "void":
      return { label: "No longer possible", tone: "neutral" };
    case "failed":
      return circle.uneven && !circle.uneven.settled
        ? { label: "Called off, not settled", tone: "hot" }
        : { label: "Called off", tone: "neutral" };
  }
}

/** Explains the state of the circle and the next step. */
export function explainCircle(circle: CircleView, now: number): string {
  const { give, get } = legsOf(circle);
  switch (circle.status) {
    case "offered": {
      const busy = circle.legs.find(({ item }) => !item.available);
      if (busy) return `“${busy.item.title}” isn't available right now, so the circle can't start yet.`;
      return circle.abilities.accept
        ? "Each of you gives one item and gets one. Everything stays on sale until all three of you accept."
        : "You've accepted. Your item stays on sale until the others accept too.";
    }
    case "accepted": {
      const by = circle.hand_over_by === null ? "" : ` Finish by ${formatDateTime(circle.hand_over_by)}.`;
      if (give.state === "handed_over" && get.state === "handed_over") {
        return "You've given and got your item. The circle is complete once the third item changes hands.";
      }
      return `Nobody else can buy these items in the meantime.${by}${callOffHint(circle, now)}`;
    }
    case "completed":
      return "All three items have changed hands. Enjoy!";
    case "declined":
      return circle.closed_by?.you ? "You declined this circle." : `${by(circle)} declined this circle.`;
    case "lapsed":
      return "Not everyone accepted within 72 hours. Your item is still on sale.";
    case "void":
      return circle.void_item_title === null
        ? "This circle can't go ahead any more."
        : `“${circle.void_item_title}” was sold, taken down or has a new price, so the circle has ended.`;
    case "failed":
      return `${whyFailed(circle)} ${outcome(circle)}`;
  }
}

const by = ({ closed_by }: CircleView) => (closed_by ? nameOf(closed_by) : "Someone");

function callOffHint({ call_off_from }: CircleView, now: number): string {
  if (call_off_from === null || call_off_from <= now) return "";
  return ` From ${formatDateTime(call_off_from)} any of you can call it off.`;
}

function whyFailed(circle: CircleView): string {
  if (circle.closed_by) return `${by(circle)} called this circle off.`;
  // In a settled case the note is about that, and the circle may have run out before.
  const byStaff = circle.staff_note !== null && circle.uneven?.settled !== true;
  return byStaff ? "Our team called this circle off." : "The circle wasn't completed.";
}

function outcome(circle: CircleView): string {
  const { give, get } = legsOf(circle);
  const { uneven } = circle;
  if (!uneven) return "Your item is back on sale.";
  if (uneven.settled) return "Our team has closed the case.";
  if (uneven.short.you) {
    return `You gave “${give.item.title}” and got nothing yet. ${uneven.over.display_name} has to return or pay for what they got. Our team is looking into it.`;
  }
  if (uneven.over.you) {
    return `Return “${get.item.title}” to ${get.giver.display_name} or agree on a price. Our team is looking into it. “${give.item.title}” is back on sale.`;
  }
  return give.state === "handed_over" ? "Your part is done." : `“${give.item.title}” is back on sale.`;
}

/** "You pay $10 in total", over both of the viewer's handovers. */
export function differenceLabel({ difference }: Pick<CircleView, "difference">): string {
  if (difference === 0) return "You pay nothing on top";
  return difference > 0
    ? `You pay ${formatDollars(difference)} in total`
    : `You get ${formatDollars(-difference)} in total`;
}

/** "You give “Bike” to Ben B." */
export function legLabel({ giver, receiver, item }: CircleLegView): string {
  return `${nameOf(giver)} ${giver.you ? "give" : "gives"} “${item.title}” to ${receiver.you ? "you" : receiver.display_name}`;
}

/** "Fitzroy, 3 km away from Ben B.": where the receiver picks the item up. */
export function placeLabel({ item, receiver }: CircleLegView): string {
  if (item.distance_km === null) return item.collection_summary;
  const from = receiver.you ? "you" : receiver.display_name;
  return `${item.collection_summary}, ${kmLabel(item.distance_km)
    .replace(/ away$/, "")
    .toLowerCase()} from ${from}`;
}

/** "Ben B. pays you $5", at the handover of this leg. */
export function cashLabel({ cash, giver, receiver }: CircleLegView): string {
  if (!cash) return "No cash on top";
  const [payer, payee] = cash.from === "giver" ? [giver, receiver] : [receiver, giver];
  const to = payee.you ? "you" : payee.display_name;
  return `${nameOf(payer)} ${payer.you ? "pay" : "pays"} ${to} ${formatDollars(cash.amount)}`;
}
