/** Language models for Knowzee's replies: any OpenAI-compatible endpoint, or Workers AI. */
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";

/** After this time the built-in phrase is used. */
const TIMEOUT_MS = 4_000;
const TOKENS_MAX = 160;

/** A dead model costs three messages the timeout, then one a minute. */
export const modelBreaker = new CircuitBreaker({ failuresMax: 3, pauseMs: 60_000 });

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
const Generated = z.object({ response: z.string() });

type NarratorEnv = Pick<AppEnv, "NARRATOR" | "LLM_BASE_URL" | "LLM_API_KEY" | "AI">;

/** Returns the configured language model; null for none, in which case no request is sent. */
export function languageModel(env: NarratorEnv): LanguageModel | null {
  if (env.NARRATOR === "openai" && env.LLM_BASE_URL !== "") return openAiCompatible(env.LLM_BASE_URL, env.LLM_API_KEY);
  if (env.NARRATOR === "workers-ai" && env.AI) return workersAi(env.AI);
  return null;
}

function openAiCompatible(baseUrl: string, key: string | undefined): LanguageModel {
  return {
    async say({ model, temperature, system, user }) {
      const reply = await fetch(`${baseUrl.replace(/\/+$/, "")}/chat/completions`, {
        method: "POST",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) },
        body: JSON.stringify({
          model,
          temperature,
          max_tokens: TOKENS_MAX,
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
        }),
      });
      if (!reply.ok) {
        await reply.body?.cancel();
        throw new Error(`The narrator answered ${reply.status}.`);
      }
      return Completion.parse(await reply.json()).choices[0]?.message.content ?? "";
    },
  };
}

function workersAi(ai: NonNullable<AppEnv["AI"]>): LanguageModel {
  return {
    async say({ model, temperature, system, user }) {
      const reply = await ai.run(
        model,
        {
          temperature,
          max_tokens: TOKENS_MAX,
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
        },
        { signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      return Generated.parse(reply).response;
    },
  };
}
