/** Form values of Knowzee's settings and their validation. Numbers are strings until they are sent. */
import { AiSettingsBody, type AiSettingsInput, type AiSettingsValue } from "#contract/negotiation";
import { type Checked, checked } from "../../lib/field-errors.ts";

export const TONES = ["soft", "normal", "tough"] as const;
export type ToneKey = (typeof TONES)[number];

export interface SettingsValues {
  /** One phrase per line. */
  greetings: string;
  closings: string;
  step_percent: string;
  near_list_percent: string;
  final_accept_percent: string;
  k: Record<ToneKey, readonly [string, string, string]>;
}

export function valuesOf(settings: AiSettingsValue): SettingsValues {
  const { policy } = settings;
  const texts = ([first, second, third]: readonly [number, number, number]) =>
    [String(first), String(second), String(third)] as const;
  return {
    greetings: settings.greetings.join("\n"),
    closings: settings.closings.join("\n"),
    step_percent: String(policy.step_percent),
    near_list_percent: String(policy.near_list_percent),
    final_accept_percent: String(policy.final_accept_percent),
    k: { soft: texts(policy.k.soft), normal: texts(policy.k.normal), tough: texts(policy.k.tough) },
  };
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Parses a number; an empty input is NaN instead of 0. */
const number = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

/** Returns the request body, or the validation messages by input name ("policy.k.soft.0"). */
export function checkSettings(values: SettingsValues, version: number): Checked<AiSettingsInput> {
  const steps = ([first, second, third]: readonly [string, string, string]): [number, number, number] => [
    number(first),
    number(second),
    number(third),
  ];
  return checked(AiSettingsBody, {
    version,
    greetings: lines(values.greetings),
    closings: lines(values.closings),
    policy: {
      step_percent: number(values.step_percent),
      near_list_percent: number(values.near_list_percent),
      final_accept_percent: number(values.final_accept_percent),
      k: { soft: steps(values.k.soft), normal: steps(values.k.normal), tough: steps(values.k.tough) },
    },
  });
}

/** Returns the message of an input that is a list in the API: its own, or that of one of its lines. */
export function errorOf(problems: Record<string, string>, name: string): string | undefined {
  return Object.entries(problems).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
}
