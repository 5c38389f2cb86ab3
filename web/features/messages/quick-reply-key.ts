/** The saved replies; those of a conversation are stored below it. */
export const QUICK_REPLIES_KEY = ["quick-replies"] as const;
