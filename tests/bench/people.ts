/** Buyers who are signed in already, each at an address of their own: limits are there for one person, not for a crowd. */

import { signAccessToken } from "../../worker/http/access-token.ts";
import type { Services } from "../../worker/http/context.ts";
import { SESSION_SECRET } from "./runtime.ts";
import { BUYERS, buyerOf } from "./seed.ts";

/** Signs with the key the Worker was given. */
const services = { env: { SESSION_SECRET }, now: () => Date.now() } as unknown as Services;

export type Headers = Record<string, string>;

/** What the browser of this buyer sends along. */
async function headersOf(index: number): Promise<Headers> {
  const { id, sessionId } = buyerOf(index);
  const token = await signAccessToken(services, { id, role: "user", session_id: sessionId });
  return { ...strangerAt(index), Authorization: `Bearer ${token}` };
}

/** A visitor's headers: an address, of which there are as many as there are visitors. */
export function strangerAt(index: number): Headers {
  return {
    "Content-Type": "application/json",
    "CF-Connecting-IP": `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  };
}

/** The next so many buyers of the crowd, whom nobody has sent anywhere yet. Their tokens are good for five minutes. */
export function crowd(): (count: number) => Promise<Headers[]> {
  let used = 0;
  return (count) => {
    const first = used;
    used += count;
    if (used > BUYERS) throw new Error(`There are ${BUYERS} buyers, and all of them have been sent shopping.`);
    return Promise.all(Array.from({ length: count }, (_, index) => headersOf(first + index)));
  };
}
