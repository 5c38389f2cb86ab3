/**
 * Returns the constraint that a failed write violated: "accounts.email" for a unique column, the name of a CHECK,
 * "FOREIGN KEY", or null for another failure. Drizzle wraps D1's error, so the text is in its cause.
 */
export function violatedConstraint(error: unknown): string | null {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const match = /(?:UNIQUE|CHECK|NOT NULL) constraint failed: ([^\s:]+)/.exec(current.message);
    if (match?.[1]) return match[1];
    if (current.message.includes("FOREIGN KEY constraint failed")) return "FOREIGN KEY";
    current = current.cause;
  }
  return null;
}
