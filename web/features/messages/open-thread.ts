import type { OpenThreadInput, ThreadView } from "#contract/messages";
import { api, unwrap } from "../../lib/api-client.ts";

/** Opens the conversation with an item's seller or with a user, and creates it if there is none. */
export function openThread(about: OpenThreadInput): Promise<ThreadView> {
  return unwrap(api.api.conversations.$post({ json: about }));
}
