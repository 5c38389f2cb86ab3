/** Headers of a live request, set by the Worker alone; the room believes them. */
export const ROOM_HEADERS = { user: "X-Room-User", viewer: "X-Room-Viewer" } as const;
