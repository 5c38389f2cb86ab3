import type { AiPreviewReply, AiSettingsInput, AiSettingsReply } from "#contract/negotiation";
import { readReply } from "../../lib/api-client.ts";

async function send(method: "PUT" | "POST", path: string, body: unknown): Promise<unknown> {
  return readReply(
    fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  );
}

export async function fetchSettings(signal: AbortSignal): Promise<AiSettingsReply> {
  return (await readReply(fetch("/api/admin/ai-settings", { signal }))) as AiSettingsReply;
}

export async function saveSettings(body: AiSettingsInput): Promise<AiSettingsReply> {
  return (await send("PUT", "/api/admin/ai-settings", body)) as AiSettingsReply;
}

interface Preview {
  settings: Omit<AiSettingsInput, "version">;
  list_price: number;
  minimum_price: number;
  tone: "soft" | "normal" | "tough";
  messages: string[];
}

export async function previewSettings(body: Preview): Promise<AiPreviewReply> {
  return (await send("POST", "/api/admin/ai-settings/preview", body)) as AiPreviewReply;
}
