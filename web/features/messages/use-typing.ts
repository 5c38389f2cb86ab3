import { useEffect, useRef, useState } from "react";
import { TYPING_EVERY_MS } from "#contract/conversations";
import { onUserEvent } from "../../lib/user-channel.ts";
import { sayTyping } from "./api.ts";

/** Whether the other side is writing right now: until they have sent it, or have said nothing of it for a while. */
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

/** Says that one is writing, at most once in a while. */
export function useSayTyping(conversationId: string): () => void {
  const last = useRef({ id: "", at: 0 });
  return () => {
    const now = Date.now();
    if (last.current.id === conversationId && now - last.current.at < TYPING_EVERY_MS) return;
    last.current = { id: conversationId, at: now };
    sayTyping(conversationId);
  };
}
