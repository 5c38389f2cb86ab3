/** Headers of a live request. Only the Worker sets them, and the channel trusts them. */
export const CHANNEL_HEADERS = { session: "X-Channel-Session" } as const;
