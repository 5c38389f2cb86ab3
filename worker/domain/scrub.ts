/**
 * Takes out of a log line what must not be in one (A110): addresses, numbers, keys, tokens. Logged values are chosen, never
 * whole bodies; this is the net below, for the words of an error somebody else wrote. Replacements contain no quote and no
 * backslash, so a line of JSON stays one.
 */
const RULES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bBearer\s+[^\s"\\,]+/gi, "Bearer [token]"],
  // Named values of an address or a form, and fields of a JSON text inside a message.
  [
    /\b(password|passwd|secret|token|code|verify|client_secret|api_key|access_token|refresh_token|authorization|cookie)(=|\\?"\s*:\s*\\?")[^&\s"\\;,]+/gi,
    "$1$2[removed]",
  ],
  [/\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_*]{6,}/g, "[key]"],
  [/\b(pi|seti|cs)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+/g, "$1_[secret]"],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, "[token]"],
  // Our own secrets: 32 bytes in base64url.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, "[token]"],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, "[e-mail]"],
  // Cards, also in groups. Thirteen digits together are a time; digits between letters are part of a hash or an id.
  [/\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}\b|\b\d{4}[ -]\d{6}[ -]\d{5}\b|(?<![\w.])\d{14,19}(?!\w)/g, "[card]"],
  [/\+61[ -]?\d(?:[ -]?\d){8}(?!\d)|(?<![\w.])0[2-478](?:[ -]?\d){8}(?!\w)/g, "[phone]"],
  [/(?<![\d-])\d{3}-\d{3}(?![\d-])/g, "[bsb]"],
];

/** Ids of requests. Their digits are by chance now and then those of a bank's branch or a phone, and they lead from a reply to its log. */
const UUID = /(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)/i;

export function scrub(line: string): string {
  return line
    .split(UUID)
    .map((part, index) =>
      index % 2 === 1 ? part : RULES.reduce((text, [pattern, instead]) => text.replace(pattern, instead), part),
    )
    .join("");
}
