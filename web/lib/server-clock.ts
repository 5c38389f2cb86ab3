/**
 * The server's clock (D42). Every live reply carries `server_now`. Countdowns use it, because a device whose clock is
 * four minutes fast would show a live hold as expired.
 */
let offset: number | null = null;

/** A lag larger than network delay can explain: the device's clock was changed. */
const CLOCK_SET_MS = 5_000;

/**
 * Updates the offset from a reply's `server_now` (UTC ms). `unwrap` and the live clients call it. Network delay makes a
 * reply look older than it is, so of two similar offsets the larger is right: a slow reply must not make a hold
 * last a second too long.
 */
export function syncServerClock(serverNow: number): void {
  // A page's age has fractions of a millisecond; the server refuses times that are not whole milliseconds.
  const measured = Math.floor(serverNow) - Date.now();
  if (offset === null || measured > offset || measured < offset - CLOCK_SET_MS) offset = measured;
}

/** Returns the current time (UTC ms) by the server's clock. */
export function serverNow(): number {
  return Date.now() + (offset ?? 0);
}
