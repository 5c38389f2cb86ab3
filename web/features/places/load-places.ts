import { Places } from "#domain/places/places";

/** A file with a hash in its name, loaded only by what needs every suburb. */
const TABLE = new URL("../../../worker/domain/places/places.txt", import.meta.url);

/** Loads every suburb of Australia. */
export async function loadPlaces(): Promise<Places> {
  const reply = await fetch(TABLE);
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  return new Places(await reply.text());
}
