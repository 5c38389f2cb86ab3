/**
 * The server's clock (D42). Every live reply carries `server_now`; countdowns run on it, because a device whose clock
 * is four minutes wrong would show a hold as over while it still stands.
 */
let offset = 0;

/** Takes the server's time out of a reply. Called by `unwrap` for every body that has one, and by the live client. */
export function noteServerNow(serverNow: number): void {
  offset = serverNow - Date.now();
}

/** UTC ms now, as the server would say. */
export function serverNow(): number {
  return Date.now() + offset;
}
