import type { AiPreviewReply, AiSettingsInput, AiSettingsReply } from "#contract/negotiation";
import { api, unwrap } from "../../lib/api-client.ts";

const settings = api.api.admin["ai-settings"];

export function fetchSettings(signal: AbortSignal): Promise<AiSettingsReply> {
  return unwrap(settings.$get({}, { init: { signal } }));
}

export function saveSettings(body: AiSettingsInput): Promise<AiSettingsReply> {
  return unwrap(settings.$put({ json: body }));
}

interface Preview {
  settings: Omit<AiSettingsInput, "version">;
  list_price: number;
  minimum_price: number;
  tone: "soft" | "normal" | "tough";
  messages: string[];
}

/** Runs a sample negotiation with unsaved settings. */
export function previewSettings(body: Preview): Promise<AiPreviewReply> {
  return unwrap(settings.preview.$post({ json: body }));
}
