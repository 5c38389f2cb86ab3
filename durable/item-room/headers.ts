/** Headers of a live request. Only the Worker sets them, and the room trusts them. */
export const ROOM_HEADERS = { user: "X-Room-User", viewer: "X-Room-Viewer" } as const;
