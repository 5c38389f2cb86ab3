/** What the frames of a negotiation call (contract/negotiation-live.ts): the commands of the HTTP routes. */
import { MESSAGES } from "#contract/copy";
import { done, type Result, refuse } from "#domain/result";
import type { NegotiationCalls, SocketUser } from "../../../durable/item-room/negotiation-sockets.ts";
import { RefusalError } from "../../http/errors.ts";
import { admitSession } from "../../http/session.ts";
import { countUse } from "../../http/throttle.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { acceptOffer, negotiate, readNegotiation } from "./commands.ts";
import { presentAccepted } from "./present.ts";

/** Returns the calls of one item's sockets. Session, account status and limits are checked with every frame. */
export function negotiationCalls(services: Services, itemId: string): NegotiationCalls {
  const { env, now } = services;
  const admit = ({ userId, sessionId }: SocketUser, good = false) =>
    admitSession(services, { id: sessionId, account_id: userId }, { good });
  const ownHost = env.APP_ORIGIN === "" ? "localhost" : new URL(env.APP_ORIGIN).host;
  const limited = async (name: "negotiation:accept" | "negotiation:read", account: string): Promise<Result> => {
    const wait = await countUse(services, name, { account });
    return wait === null ? done() : refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  };
  return {
    negotiate: (who, { id, text, amountCents }) =>
      refusals(async () => {
        const admitted = await admit(who);
        if (!admitted.ok) return admitted;
        // The id that the HTTP route derives from the same key, so that a repeat over the other way is recognised.
        const ref = await stableId("msg", who.userId, itemId, id);
        return negotiate(services, who.userId, { itemId, text, amountCents, ref }, ownHost);
      }),
    accept: (who, { conversationId, amountCents }) =>
      refusals(async () => {
        const admitted = await admit(who, true);
        if (!admitted.ok) return admitted;
        const within = await limited("negotiation:accept", who.userId);
        if (!within.ok) return within;
        const accepted = await acceptOffer(services, who.userId, conversationId, amountCents);
        return accepted.ok ? done(presentAccepted(accepted.value, now())) : accepted;
      }),
    read: (who) =>
      refusals(async () => {
        const admitted = await admit(who);
        if (!admitted.ok) return admitted;
        const within = await limited("negotiation:read", who.userId);
        return within.ok ? readNegotiation(services, who.userId, itemId) : within;
      }),
  };
}

/** Turns a thrown refusal (a room that cannot be reached, for example) into a returned one. */
async function refusals<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
}
