/**
 * The server's clock (D42). Every live reply carries `server_now`. Countdowns use it, because a device whose clock is
 * four minutes fast would show a live hold as expired.
 */
let offset: number | null = null;

/** A lag larger than network delay can explain: the page was suspended. */
const SUSPENDED_MS = 5_000;

/**
 * Updates the offset of the server's time from this page's own time, which no change of the device's clock moves; a
 * sleep may stop it until the next reply. Called with a reply's `server_now` (UTC ms), by `unwrap` and the live clients.
 * Network delay makes a reply look older than it is, so of two similar offsets the larger is right: a slow reply must not
 * make a hold last a second too long.
 */
export function syncServerClock(serverNow: number): void {
  // A page's age has fractions of a millisecond; the server refuses times that are not whole milliseconds.
  const measured = Math.floor(serverNow) - performance.now();
  if (offset === null || measured > offset || measured < offset - SUSPENDED_MS) offset = measured;
}

/** Returns the current time (UTC ms) by the server's clock. */
export function serverNow(): number {
  return offset === null ? Date.now() : Math.round(performance.now() + offset);
}
