export { useNegotiationView } from "./negotiation.ts";
export { negotiationConnected, negotiationDisconnected, negotiationReceived } from "./negotiation-channel.ts";
export { NegotiationRowLoading } from "./negotiation-row.tsx";

import { lazy } from "react";

/** Loaded only for items that accept offers. */
export const ChatPanel = lazy(() => import("./chat-panel.tsx"));
export const DemoChat = lazy(() => import("./demo-chat.tsx"));
