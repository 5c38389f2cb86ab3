export { AskSeller } from "./ask-seller.tsx";
export { MessageButton } from "./message-button.tsx";
export { openThread } from "./open-thread.ts";
export { QuickReplySettings } from "./quick-reply-settings.tsx";
