/**
 * The server's clock (D42). Every live reply carries `server_now`; countdowns run on it, because a device whose clock
 * is four minutes wrong would show a hold as over while it still stands.
 */
let offset: number | null = null;

/** Further behind than the way of a reply explains: the device's clock was set. */
const CLOCK_SET_MS = 5_000;

/**
 * Takes the server's time out of a reply. Called by `unwrap` for every body that has one, and by the live client. A reply is
 * as old as its way here was long, so of two that nearly agree the one that is ahead is right: a slow one must not make a
 * hold of ten minutes one of 10:01.
 */
export function noteServerNow(serverNow: number): void {
  // A page's own age has fractions; a time is whole milliseconds, and the server refuses another.
  const told = Math.floor(serverNow) - Date.now();
  if (offset === null || told > offset || told < offset - CLOCK_SET_MS) offset = told;
}

/** UTC ms now, as the server would say. */
export function serverNow(): number {
  return Date.now() + (offset ?? 0);
}
