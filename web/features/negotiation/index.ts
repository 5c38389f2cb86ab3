export { useNegotiationView } from "./negotiation.ts";
export { negotiationConnected, negotiationDisconnected, negotiationReceived } from "./negotiation-channel.ts";
export { NegotiationRowLoading } from "./negotiation-row.tsx";

import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";

/** Loaded only for items that accept offers. */
export const ChatPanel = lazyPart(() => import("./chat-panel.tsx"), missingPart);
export const DemoChat = lazyPart(() => import("./demo-chat.tsx"), missingPart);
