/**
 * Order numbers for people: the first eight characters of the order's id in two groups, such as "W8C3-ZX4J". Ids have
 * no i, l, o or u, so a number can be read out on the phone. Eight characters are unique for any realistic number of
 * orders; staff who find two orders under a number ask for the item.
 */

const LENGTH = 8;
const GROUP = 4;
const PREFIX = "ord_";

/** "ord_w8c3zx4j5wyvx5fy4qzf" becomes "W8C3-ZX4J". */
export function orderNumber(id: string): string {
  const text = id.slice(PREFIX.length, PREFIX.length + LENGTH).toUpperCase();
  return `${text.slice(0, GROUP)}-${text.slice(GROUP)}`;
}

/** Returns the beginning of the id for a typed order number or id, or null when it is neither. */
export function orderIdStart(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const number = /^#?([0-9a-z]{4})[\s-]?([0-9a-z]{4})$/.exec(text);
  if (number) return `${PREFIX}${number[1]}${number[2]}`;
  return /^ord_[0-9a-z]{8,40}$/.test(text) ? text : null;
}
