/** Headers of a live request, set by the Worker alone; the channel believes them. */
export const CHANNEL_HEADERS = { session: "X-Channel-Session" } as const;
