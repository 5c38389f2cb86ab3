import type { ConversationView, OpenConversationInput } from "#contract/conversations";
import { api, unwrap } from "./api-client.ts";

/** Opens the conversation with an item's seller or with a user, and creates it if there is none. */
export function openConversation(about: OpenConversationInput): Promise<ConversationView> {
  return unwrap(api.api.conversations.$post({ json: about }));
}
