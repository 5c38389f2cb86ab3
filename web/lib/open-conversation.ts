import type { ConversationView, OpenConversationInput } from "#contract/conversations";
import { api, unwrap } from "./api-client.ts";

/** The conversation with the seller of an item, or with a person; made if there is none yet. */
export function openConversation(about: OpenConversationInput): Promise<ConversationView> {
  return unwrap(api.api.conversations.$post({ json: about }));
}
