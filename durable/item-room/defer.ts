/**
 * Runs this after the reply has been sent, so that the caller does not wait for it. Lost if the object dies first: use
 * it only for work that the alarm or the next command would repeat.
 */
export function defer(work: () => void): void {
  setTimeout(work, 0);
}
