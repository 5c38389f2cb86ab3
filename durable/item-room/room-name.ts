/**
 * Names of item rooms. A room knows more than D1 for a moment, so after D1 was restored the rooms must start anew from
 * it. `ROOM_GENERATION` is part of their name: with another value the Worker calls new rooms, and the old ones stop.
 */

/** Value of `ROOM_GENERATION` while a database is being restored: no room answers. */
export const CLOSED = "closed";

/** Returns the name of an item's room in a generation; empty is the first. */
export function roomName(itemId: string, generation: string): string {
  return generation === "" ? itemId : `${itemId}@${generation}`;
}

/** Returns the item of a room's name. */
export function itemOfRoom(name: string): string {
  return name.split("@")[0] ?? name;
}
