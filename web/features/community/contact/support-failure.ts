import { MESSAGES } from "#contract/copy";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";

/** The specified message. The server's own message is shown only for a rate limit or when offline. */
export function supportFailure(error: unknown): string {
  const waits = error instanceof ApiError && (error.status === 429 || error.code === "offline");
  return waits ? errorMessage(error) : MESSAGES.supportFailed;
}
