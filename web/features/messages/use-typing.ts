import { useEffect, useRef, useState } from "react";
import { TYPING_EVERY_MS } from "#contract/messages";
import { onUserEvent } from "../../lib/user-channel.ts";
import { sendTyping } from "./api.ts";

/** Whether the other user is typing: until their message arrives, or no indicator came for a while. */
export function useOtherTyping(conversationId: string): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setTyping(false);
    const stop = onUserEvent((event) => {
      if (event.type === "typing" && event.conversation_id === conversationId) {
        clearTimeout(timer);
        setTyping(true);
        timer = setTimeout(() => setTyping(false), 2 * TYPING_EVERY_MS);
      } else if (
        event.type === "message" &&
        event.message.conversation_id === conversationId &&
        event.message.from === "them"
      ) {
        clearTimeout(timer);
        setTyping(false);
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [conversationId]);
  return typing;
}

/** Returns a function that sends the typing indicator, rate-limited. */
export function useSendTyping(conversationId: string): () => void {
  const last = useRef({ id: "", at: 0 });
  return () => {
    const now = Date.now();
    if (last.current.id === conversationId && now - last.current.at < TYPING_EVERY_MS) return;
    last.current = { id: conversationId, at: now };
    sendTyping(conversationId);
  };
}
