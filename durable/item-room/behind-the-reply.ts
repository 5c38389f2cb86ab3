/**
 * Does this once what is being answered is on its way, so that nobody waits for it. Gone if the object dies first: only
 * for what the alarm or the next command would do again.
 */
export function behindTheReply(work: () => void): void {
  setTimeout(work, 0);
}
