/** Screens a message (decision 0027). Pure: the same text and context give the same verdict. */
import { digitsForWords } from "../../readers/number-words.ts";
import { findAddress, findEmail, findLink, withoutBrands } from "./addresses.ts";
import { normaliseMessage } from "./normalise.ts";
import { findPhone } from "./phone.ts";
import { CONTACT_RULES, ELSEWHERE_RULES, type Rule, SCAM_RULES, WAYS_TO_PAY } from "./rules.ts";
import { FILTER_REASONS, type FilterContext, type FilterReason, type FilterVerdict } from "./verdict.ts";

type Level = "warn" | "hold";

/** "I won't take payment outside Goodstreet": text up to the comma or "but" that the writer refuses. */
const REFUSAL =
  /\b(?:i|we)(?:'d| would)? ?(?:won'?t|don'?t|do not|never|can'?t|cannot|will not|rather (?:not|keep)|am not|'m not)\b[^,.;!?]*|\bplease (?:don'?t|do not|never|keep)\b[^,.;!?]*|^no,[^.;!?]*/g;

/** Collects the reasons against a message, with the strongest level of each. */
class Findings {
  readonly #levels = new Map<FilterReason, Level>();
  add(reason: FilterReason, level: Level): void {
    if (this.#levels.get(reason) !== "hold") this.#levels.set(reason, level);
  }
  verdict(): FilterVerdict {
    const found = FILTER_REASONS.filter((reason) => this.#levels.has(reason));
    if (found.length === 0) return { verdict: "pass", reasons: [] };
    const hold = found.some((reason) => this.#levels.get(reason) === "hold");
    const strength = (reason: FilterReason) => (this.#levels.get(reason) === "hold" ? 0 : 1);
    return { verdict: hold ? "hold" : "warn", reasons: found.toSorted((a, b) => strength(a) - strength(b)) };
  }
}

/** Returns the verdict on a message with its reasons. */
export function screenMessage(text: string, context: FilterContext): FilterVerdict {
  const found = new Findings();
  const { cased, plain, joined, undisguised } = normaliseMessage(text);
  const ordered = context.stage === "ordered";
  const isPublic = context.stage === "public";

  // After an order, messages can still be scams; only phone contact is allowed then.
  const counted = digitsForWords(plain);
  // Elsewhere an emoji is a word: between digits it only separates them.
  const unpictured = text.toLowerCase().replace(/\p{Extended_Pictographic}/gu, " ");
  const phone = ordered
    ? null
    : (findPhone(plain) ?? findPhone(undisguised) ?? disguised(findPhone(counted) ?? findPhone(unpictured)));
  const email = findEmail(plain) ?? (joined === plain ? null : disguised(findEmail(joined)));
  const link =
    findLink(isPublic ? withoutBrands(cased) : cased, context.own_host) ??
    (undisguised === plain
      ? null
      : disguised(findLink(joined, context.own_host) ?? findLink(undisguised, context.own_host)));
  const address = isPublic ? (findAddress(cased, plain, undisguised) ?? findAddress("", counted, counted)) : null;
  for (const [reason, hit] of [
    ["phone", phone],
    ["email", email],
    // "dave at gmail dot com" is an email address, not also a link.
    ["link", link?.disguised && email ? null : link],
    ["address", address],
  ] as const) {
    if (!hit) continue;
    found.add(reason, hit.disguised || ("bait" in hit && hit.bait) ? "hold" : "warn");
    if (hit.disguised) found.add("disguised", "hold");
  }

  const rules = ordered ? SCAM_RULES : isPublic ? IN_PUBLIC : [...CONTACT_RULES, ...SCAM_RULES, ...ELSEWHERE_RULES];
  const [written, meant] = [withoutRefusals(plain), withoutRefusals(undisguised)];
  for (const rule of rules) {
    if (matches(rule, rule.refusable ? written : plain)) found.add(rule.reason, rule.level);
    else if (undisguised !== plain && matches(rule, rule.refusable ? meant : undisguised)) {
      found.add(rule.reason, "hold");
      found.add("disguised", "hold");
    }
  }
  return found.verdict();
}

const IN_PUBLIC: readonly Rule[] = [
  ...CONTACT_RULES,
  ...SCAM_RULES.filter(({ reason, level }) => level === "hold" || !WAYS_TO_PAY.has(reason)),
  ...ELSEWHERE_RULES,
];

function matches({ pattern, unless }: Rule, text: string): boolean {
  return pattern.test(text) && !unless?.test(text);
}

const withoutRefusals = (text: string) => text.replace(REFUSAL, " ");
const disguised = (found: { disguised: boolean } | null) => (found === null ? null : { disguised: true });
