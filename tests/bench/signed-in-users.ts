/** Signed-in buyers, each with its own IP address, because rate limits apply per person and address. */

import { signAccessToken } from "../../worker/http/access-token.ts";
import type { Services } from "../../worker/services.ts";
import { SESSION_SECRET } from "./runtime.ts";
import { BUYERS, buyerOf } from "./seed.ts";

/** Signs tokens with the Worker's key. */
const services = { env: { SESSION_SECRET }, now: () => Date.now() } as unknown as Services;

export type Headers = Record<string, string>;

/** Returns the headers that this buyer's browser sends. */
async function headersOf(index: number): Promise<Headers> {
  const { id, sessionId } = buyerOf(index);
  const token = await signAccessToken(services, { id, role: "user", session_id: sessionId });
  return { ...visitorHeaders(index), Authorization: `Bearer ${token}` };
}

/** Returns the headers of a visitor with an IP address derived from the index. */
export function visitorHeaders(index: number): Headers {
  return {
    "Content-Type": "application/json",
    "CF-Connecting-IP": `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  };
}

/** Returns the headers of the next unused buyers. Their tokens are valid for five minutes. */
export function unusedBuyers(): (count: number) => Promise<Headers[]> {
  let used = 0;
  return (count) => {
    const first = used;
    used += count;
    if (used > BUYERS) throw new Error(`All of the ${BUYERS} buyers have been used.`);
    return Promise.all(Array.from({ length: count }, (_, index) => headersOf(first + index)));
  };
}
